# SPDX-License-Identifier: Apache-2.0
# Answers init with an error.
read -r line; echo '{"src":"n0","dest":"c1","body":{"type":"error","in_reply_to":1,"code":11,"text":"not today"}}'; read -r line
