# SPDX-License-Identifier: Apache-2.0
"""offset-commit: commits only contiguous offsets. What was replied stands after kill -9."""
import json, os, sys

STORE = "committed.json"
partitions, committed, waiting = 4, {}, {}


def integer(body, field, end):
    value = body.get(field)
    if type(value) is not int or not 0 <= value < end:
        raise ValueError(field)
    return value


def store():
    with open(STORE + ".new", "w") as file:
        json.dump(committed, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(STORE + ".new", STORE)
    folder = os.open(".", os.O_RDONLY)
    os.fsync(folder)  # the new name is durable too
    os.close(folder)


def answer(body):
    global partitions
    if body["type"] == "init":
        partitions = body["parameters"]["partitions"]
        if os.path.exists(STORE):
            committed.update({int(p): offset for p, offset in json.load(open(STORE)).items()})
        return {}
    if body["type"] not in ("processed", "committed"):
        raise ValueError("unknown type")
    partition = integer(body, "partition", partitions)
    last = committed.get(partition, -1)
    if body["type"] == "processed":
        above = waiting.setdefault(partition, set())  # above the gap; forgotten in a crash
        if (offset := integer(body, "offset", 2**63)) > last:
            above.add(offset)
        while last + 1 in above:
            last += 1
            above.remove(last)
        if last > committed.get(partition, -1):
            committed[partition] = last
            store()  # before the reply: durable at reply
    return {"committed": last}


for line in sys.stdin:
    message = json.loads(line)
    try:
        reply = {"type": message["body"]["type"] + "_ok", **answer(message["body"])}
    except ValueError as why:
        reply = {"type": "error", "code": 12, "text": f"malformed: {why}"}
    reply["in_reply_to"] = message["body"]["msg_id"]
    print(json.dumps({"src": "n0", "dest": message["src"], "body": reply}), flush=True)
