# SPDX-License-Identifier: Apache-2.0
# A message to a node that is not there.
read -r line; echo '{"src":"n0","dest":"c1","body":{"type":"init_ok","in_reply_to":1}}'
while read -r line; do echo '{"src":"n0","dest":"seq-kv","body":{"type":"read","msg_id":1,"key":"x"}}'; done
