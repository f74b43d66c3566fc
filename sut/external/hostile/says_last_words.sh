# SPDX-License-Identifier: Apache-2.0
# Thirty lines on stderr, with what would steer a terminal, and the end.
read -r line; echo '{"src":"n0","dest":"c1","body":{"type":"init_ok","in_reply_to":1}}'
read -r line
i=0; while [ $i -lt 30 ]; do i=$((i + 1)); printf 'line %d \033[31m\n' $i >&2; done
printf 'the very last' >&2; exit 4
