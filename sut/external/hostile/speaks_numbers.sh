# SPDX-License-Identifier: Apache-2.0
# JSON that is no object.
read -r line; echo '{"src":"n0","dest":"c1","body":{"type":"init_ok","in_reply_to":1}}'
while read -r line; do echo 42; done
