# SPDX-License-Identifier: Apache-2.0
# A message without in_reply_to.
read -r line; echo '{"src":"n0","dest":"c1","body":{"type":"init_ok","in_reply_to":1}}'
while read -r line; do echo '{"src":"n0","dest":"c1","body":{"type":"committed_ok","committed":-1}}'; done
