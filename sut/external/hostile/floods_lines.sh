# SPDX-License-Identifier: Apache-2.0
# Noise without end on stdout.
read -r line; echo '{"src":"n0","dest":"c1","body":{"type":"init_ok","in_reply_to":1}}'
read -r line; exec yes noise
