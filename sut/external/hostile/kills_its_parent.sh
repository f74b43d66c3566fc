# SPDX-License-Identifier: Apache-2.0
# Kills the process that watches over it.
read -r line; echo '{"src":"n0","dest":"c1","body":{"type":"init_ok","in_reply_to":1}}'
read -r line; kill -9 $PPID; sleep 600
