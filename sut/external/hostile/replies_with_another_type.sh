# SPDX-License-Identifier: Apache-2.0
# The reply of another command.
read -r line; echo '{"src":"n0","dest":"c1","body":{"type":"init_ok","in_reply_to":1}}'
while read -r line; do echo '{"src":"n0","dest":"c1","body":{"type":"processed_ok","in_reply_to":2,"committed":-1}}'; done
