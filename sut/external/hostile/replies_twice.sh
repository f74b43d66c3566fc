# SPDX-License-Identifier: Apache-2.0
# Every reply twice, the second one after a while.
read -r line; echo '{"src":"n0","dest":"c1","body":{"type":"init_ok","in_reply_to":1}}'
id=2
while read -r line; do
  for copy in 1 2; do echo '{"src":"n0","dest":"c1","body":{"type":"committed_ok","in_reply_to":'$id',"committed":-1}}'; done
  id=$((id + 1))
done
