# SPDX-License-Identifier: Apache-2.0
# The right reply in many small writes.
read -r line; echo '{"src":"n0","dest":"c1","body":{"type":"init_ok","in_reply_to":1}}'
read -r line; printf '%s' '{"src":"n0","dest":"c1",'; sleep 0.02; printf '%s' '"body":{"type":"committed_ok","in_'; sleep 0.02
echo 'reply_to":2,"committed":-1}}'; read -r line
