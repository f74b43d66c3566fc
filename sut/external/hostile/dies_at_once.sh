# SPDX-License-Identifier: Apache-2.0
# Dies before it answers init.
echo "no licence found" >&2; exit 1
