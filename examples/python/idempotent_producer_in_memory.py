# SPDX-License-Identifier: Apache-2.0
"""idempotent-producer with a mistake: the records are durable, what tells duplicates from them is not.
After a crash the sequences start anew, and a record that is delivered again is appended again."""
import json, os, sys

partitions, epochs, last, logs = 4, {}, {}, {}  # last: (producer, epoch, partition) -> sequence


def integer(body, field, end, least=0):
    value = body.get(field)
    if type(value) is not int or not least <= value < end:
        raise ValueError(f"malformed: {field}")
    return value


def produce(producer, epoch, partition, sequence, value):
    if epoch < epochs.get(producer, -1):
        raise ValueError("fenced")
    epochs[producer] = epoch
    due = last.get((producer, epoch, partition), -1) + 1
    if sequence > due:
        raise ValueError(f"out_of_order: {due} is due")
    if sequence < due:
        return {"duplicate": True}
    file.write(f"{partition} {value}\n")
    file.flush()
    os.fsync(file.fileno())
    last[producer, epoch, partition] = sequence  # the mistake: only here, in memory
    logs.setdefault(partition, []).append(value)
    return {"offset": len(logs[partition]) - 1}


def answer(body):
    global partitions
    if body["type"] == "init":
        partitions = body["parameters"]["partitions"]
        return {}
    if body["type"] == "read":
        return {"values": logs.get(integer(body, "partition", partitions), [])}
    if body["type"] != "produce" or type(body.get("producer")) is not str:
        raise ValueError("malformed")
    return produce(body["producer"], integer(body, "epoch", 2**31), integer(body, "partition", partitions),
                   integer(body, "sequence", 2**63), integer(body, "value", 2**31, -(2**31)))


file = open("records", "a+")
file.seek(0)
for partition, value in (map(int, line.split()) for line in file):
    logs.setdefault(partition, []).append(value)
for line in sys.stdin:
    message = json.loads(line)
    try:
        reply = {"type": message["body"]["type"] + "_ok", **answer(message["body"])}
    except ValueError as why:
        reply = {"type": "error", "code": 12 if str(why).startswith("malformed") else 22, "text": str(why)}
    reply["in_reply_to"] = message["body"]["msg_id"]
    print(json.dumps({"src": "n0", "dest": message["src"], "body": reply}), flush=True)
