# SPDX-License-Identifier: Apache-2.0
# Leaves its requests in the pipe.
read -r line; echo '{"src":"n0","dest":"c1","body":{"type":"init_ok","in_reply_to":1}}'
sleep 10
