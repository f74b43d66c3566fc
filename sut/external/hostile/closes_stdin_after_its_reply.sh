# SPDX-License-Identifier: Apache-2.0
# Replies once and reads no more.
read -r line; echo '{"src":"n0","dest":"c1","body":{"type":"init_ok","in_reply_to":1}}'
read -r line; exec <&-
echo '{"src":"n0","dest":"c1","body":{"type":"committed_ok","in_reply_to":2,"committed":-1}}'; sleep 10
