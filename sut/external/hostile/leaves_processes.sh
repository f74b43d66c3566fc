# SPDX-License-Identifier: Apache-2.0
# Right replies, and processes that move away: a job, a session of its own, an orphan of both.
read -r line; echo '{"src":"n0","dest":"c1","body":{"type":"init_ok","in_reply_to":1}}'
sleep 600 &
setsid sleep 600 &
(setsid sh -c 'sleep 600 & sleep 600 & setsid sleep 600 &' &)
while read -r line; do echo '{"src":"n0","dest":"c1","body":{"type":"committed_ok","in_reply_to":2,"committed":-1}}'; done
