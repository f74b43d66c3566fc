# SPDX-License-Identifier: Apache-2.0
# Dies at once, while a process it left keeps stdout open and goes on talking.
read -r line; echo '{"src":"n0","dest":"c1","body":{"type":"init_ok","in_reply_to":1}}'
setsid sh -c 'while :; do echo noise; sleep 0.01; done' &
read -r line; exit 5
