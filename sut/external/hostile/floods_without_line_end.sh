# SPDX-License-Identifier: Apache-2.0
# Megabytes without a line end.
read -r line; echo '{"src":"n0","dest":"c1","body":{"type":"init_ok","in_reply_to":1}}'
read -r line; exec tr '\0' x < /dev/zero
