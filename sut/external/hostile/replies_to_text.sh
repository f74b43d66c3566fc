# SPDX-License-Identifier: Apache-2.0
# The right number, but as text.
read -r line; echo '{"src":"n0","dest":"c1","body":{"type":"init_ok","in_reply_to":1}}'
while read -r line; do echo '{"src":"n0","dest":"c1","body":{"type":"committed_ok","in_reply_to":"2","committed":-1}}'; done
