# SPDX-License-Identifier: Apache-2.0
"""txn-rw-register on one node, without services: transactions are in a journal before they are acknowledged, and run
again after a restart. Strictly serializable; survives restarts.

--flaw volatile  acknowledges without writing to the journal                        restart
--flaw blind     a read does not see what its own transaction wrote                 calm, internal
--flaw lagging   a transaction does not see the writes of the one before it         calm, G-single"""
import node

flaw = node.flaw("volatile", "blind", "lagging")
journal = node.Journal("journal")
values, answers, late = {}, {}, {}


def run(op, txn):
    global late
    before, done, writes = dict(values), [], {}
    for f, key, value in txn:
        if f == "w":
            values[repr(key)] = writes[repr(key)] = value
        seen = before if flaw == "blind" else values
        done.append([f, key, seen.get(repr(key)) if f == "r" else value])
    if flaw == "lagging":
        values.clear()
        values.update({**before, **late})
        late = writes
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
