# SPDX-License-Identifier: Apache-2.0
# Dies as soon as it has replied, which is in time.
read -r line; echo '{"src":"n0","dest":"c1","body":{"type":"init_ok","in_reply_to":1}}'
read -r line; echo '{"src":"n0","dest":"c1","body":{"type":"committed_ok","in_reply_to":2,"committed":-1}}'; exit 0
