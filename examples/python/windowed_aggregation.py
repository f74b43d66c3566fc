# SPDX-License-Identifier: Apache-2.0
"""windowed-aggregation: tumbling sums behind a watermark, rebuilt from a journal after a crash."""
import json, os, sys

size, lateness, watermark, late, windows = 0, 0, None, [], {}  # windows: (start, key) -> [sum, count]


def emit(is_due):
    due = sorted(window for window in windows if is_due(window[0] + size))
    return {"emitted": [[start, start + size, key, *windows.pop((start, key))] for start, key in due]}


def event(key, time, value):
    global watermark
    start = time // size * size
    if watermark == "inf" or watermark is not None and time < watermark:
        late.append([key, time, value])
        return {"late": True, "watermark": watermark, "emitted": []}
    total = windows.setdefault((start, key), [0, 0])
    total[0] += value
    total[1] += 1
    watermark = time - lateness if watermark is None else max(watermark, time - lateness)
    return {"late": False, "watermark": watermark, **emit(lambda end: end <= watermark)}


def is_well_formed(key, time, value):
    if type(key) is not str or type(time) is not int or type(value) is not int or not -(2**31) <= value < 2**31:
        return False
    start = time // size * size
    return min(start, time - lateness) >= -(2**63) and max(time, start + size) < 2**63


def answer(body):
    global size, lateness, watermark
    if body["type"] == "init":
        size, lateness = body["parameters"]["size"], body["parameters"]["allowed_lateness"]
        journal.seek(0)
        for old in journal:
            answer(json.loads(old))
        return {}
    if body["type"] == "close":
        watermark = "inf"
        return emit(lambda end: True)
    given = [body.get(field) for field in ("key", "time", "value")]
    return {"late": late} if body["type"] == "late" else event(*given) if is_well_formed(*given) else None


journal = open("journal", "a+")
for line in sys.stdin:
    message = json.loads(line)
    kind, number = message["body"]["type"], message["body"]["msg_id"]
    known = kind in ("init", "event", "close", "late")
    result = answer(message["body"]) if known else None
    reply = {"type": "error", "code": 12} if result is None else {"type": kind + "_ok", **result}
    if kind in ("event", "close") and result is not None:
        journal.write(json.dumps(message["body"]) + "\n")
        journal.flush()
        os.fsync(journal.fileno())  # before the reply: durable at reply
    print(json.dumps({"src": "n0", "dest": message["src"], "body": {**reply, "in_reply_to": number}}), flush=True)
