# SPDX-License-Identifier: Apache-2.0
# Reads no more and lives on.
read -r line; echo '{"src":"n0","dest":"c1","body":{"type":"init_ok","in_reply_to":1}}'
read -r line; exec <&-; sleep 10
