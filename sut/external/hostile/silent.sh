# SPDX-License-Identifier: Apache-2.0
# Answers init and nothing else.
read -r line; echo '{"src":"n0","dest":"c1","body":{"type":"init_ok","in_reply_to":1}}'
echo "still thinking" >&2
while read -r line; do :; done
