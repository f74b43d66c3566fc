# SPDX-License-Identifier: Apache-2.0
"""txn-list-append on one node, without services: transactions are in a journal before they are acknowledged, and run
again after a restart. Strictly serializable; survives restarts.

--flaw volatile     acknowledges without writing to the journal                     restart
--flaw blind        a read does not see what its own transaction appended           calm, internal
--flaw newest-first puts what is appended in front of lists that have two elements  calm, incompatible-order"""
import node

flaw = node.flaw("volatile", "blind", "newest-first")
journal = node.Journal("journal")
lists, answers = {}, {}


def run(op, txn):
    before = {key: list(values) for key, values in lists.items()}
    done = []
    for f, key, value in txn:
        known = lists.setdefault(repr(key), []) if f == "append" else lists.get(repr(key))
        if f == "append":
            known.insert(0 if flaw == "newest-first" and len(known) > 1 else len(known), value)
        seen = before.get(repr(key)) if flaw == "blind" else known
        done.append([f, key, seen and list(seen) if f == "r" else value])
    answers[op] = {"type": "txn_ok", "txn": done}


@node.on("txn")
def txn(body):
    if body["op"] not in answers:
        if flaw != "volatile":
            journal.append([body["op"], body["txn"]])
        run(body["op"], body["txn"])
    return answers[body["op"]]


for entry in journal.entries:
    run(*entry)
node.run()
