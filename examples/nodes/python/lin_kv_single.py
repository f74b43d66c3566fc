# SPDX-License-Identifier: Apache-2.0
"""lin-kv on one node, without services. Survives restarts: what changed is in a journal before it is acknowledged,
and so is what a cas refused, lest it be done when it comes again.

--flaw volatile    acknowledges without writing to the journal                   restart
--flaw lazy        writes to the journal one change late                         restart
--flaw late-apply  does what it acknowledged before the next change, not at once  calm
--flaw loose-cas   a cas of a key that has another value writes all the same      calm"""
import json
import node

flaw = node.flaw("volatile", "lazy", "late-apply", "loose-cas")
journal = node.Journal("journal")
values, answers, late = {}, {}, []


def write(entry):
    if flaw == "lazy":
        late.append(entry)
        entry = late.pop(0) if len(late) > 1 else None
    if entry and flaw != "volatile":
        journal.append(entry)


def change(op, key, value, reply):
    answers[op] = reply
    if reply["type"] != "error":
        values[key] = value


def settle(entry):
    write(entry)
    late_or_now = entry
    if flaw == "late-apply":
        late.append(entry)
        late_or_now = late.pop(0) if len(late) > 1 else None
    if late_or_now:
        change(*late_or_now)
    return entry[3]


@node.on("read")
def read(body):
    key = json.dumps(body["key"])
    return {"type": "read_ok", "value": values[key]} if key in values else node.error(20, "no such key")


@node.on("write")
def write_value(body):
    return answers.get(body["op"]) or settle(
        [body["op"], json.dumps(body["key"]), body["value"], {"type": "write_ok"}])


@node.on("cas")
def cas(body):
    key, reply = json.dumps(body["key"]), {"type": "cas_ok"}
    if key not in values:
        reply = node.error(20, "no such key")
    elif values[key] != body["from"] and flaw != "loose-cas":
        reply = node.error(22, f"it is {values[key]}")
    return answers.get(body["op"]) or settle([body["op"], key, body["to"], reply])


for entry in journal.entries:
    change(*entry)
node.run()
