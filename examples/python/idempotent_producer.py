# SPDX-License-Identifier: Apache-2.0
"""idempotent-producer: each sequence once, zombies fenced; a journal of commands is replayed after a crash."""
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
    last[producer, epoch, partition] = sequence
    logs.setdefault(partition, []).append(value)
    return {"offset": len(logs[partition]) - 1}


def answer(body):
    try:
        if body["type"] == "read":
            return {"type": "read_ok", "values": logs.get(integer(body, "partition", partitions), [])}
        if body["type"] != "produce" or type(body.get("producer")) is not str:
            raise ValueError("malformed")
        return {"type": "produce_ok", **produce(
            body["producer"], integer(body, "epoch", 2**31), integer(body, "partition", partitions),
            integer(body, "sequence", 2**63), integer(body, "value", 2**31, -(2**31)))}
    except ValueError as why:
        return {"type": "error", "code": 12 if str(why).startswith("malformed") else 22, "text": str(why)}


journal = open("journal", "a+")
for line in sys.stdin:
    message = json.loads(line)
    body = message["body"]
    if body["type"] == "init":
        partitions, reply = body["parameters"]["partitions"], {"type": "init_ok"}
        journal.seek(0)
        for old in journal:
            answer(json.loads(old))
    else:
        reply = answer(body)
        if body["type"] == "produce":
            journal.write(json.dumps(body) + "\n")
            journal.flush()
            os.fsync(journal.fileno())  # before the reply: durable at reply
    reply["in_reply_to"] = body["msg_id"]
    print(json.dumps({"src": "n0", "dest": message["src"], "body": reply}), flush=True)
