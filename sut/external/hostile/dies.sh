# SPDX-License-Identifier: Apache-2.0
# Dies in the middle of a request.
read -r line; echo '{"src":"n0","dest":"c1","body":{"type":"init_ok","in_reply_to":1}}'
read -r line; echo "cannot go on" >&2; exit 3
