# SPDX-License-Identifier: Apache-2.0
# Answers rightly while it writes to stderr without end.
read -r line; echo '{"src":"n0","dest":"c1","body":{"type":"init_ok","in_reply_to":1}}'
yes 'a word too many' >&2 &
while read -r line; do echo '{"src":"n0","dest":"c1","body":{"type":"committed_ok","in_reply_to":2,"committed":-1}}'; done
