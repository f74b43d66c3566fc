# SPDX-License-Identifier: Apache-2.0
"""kafka on lin-kv: the log of a key is one cell, changed by cas, and so is its committed offset. Any number of nodes;
survives restarts: lin-kv holds everything.

--flaw no-cas       reads the log, appends, writes it back: of two sends at the same
                    time one is lost, or both have the same offset                       delay, two nodes
--flaw hole         takes its offsets from lin-tso, replies, and writes each record to a cell of
                    its own: polls pass over what is not there yet, and never come back  delay, two nodes
--flaw cached-poll  answers polls from what it last saw itself of the log, and forgets
                    that other nodes append: sends at two nodes get the same offset      calm, two nodes
--flaw commit-late  stores what it acknowledged when the next commit comes               calm"""
import node

flaw = node.flaw("no-cas", "hole", "cached-poll", "commit-late")
cache, held = {}, {}


def append(message):
    def step(log):
        log = log or []
        return log + [message], {"type": "send_ok", "offset": len(log)}

    return step


@node.on("send")
def send(body):
    key, step = "log " + body["key"], append(body["msg"])
    if flaw == "no-cas" or flaw == "cached-poll":
        log = cache.get(key) if flaw == "cached-poll" else (yield from node.look(key))
        cache[key], sent = step(log)
        yield "lin-kv", {"type": "write", "key": key, "value": {"state": cache[key], "done": {}}}
        return sent
    if flaw == "hole":
        offset = (yield "lin-tso", {"type": "ts"})["ts"]
        record = {"type": "write", "key": f"{key} {offset}", "value": {"state": body["msg"]}}
        node.ask("lin-kv", record, lambda answer: None)
        return {"type": "send_ok", "offset": offset}
    return (yield from node.once(key, body["op"], step))


def with_holes(key, start):
    records = []
    for offset in range(start, (yield "lin-tso", {"type": "ts"})["ts"]):
        message = yield from node.look(f"{key} {offset}")
        if message is not None:
            records.append([offset, message])
    return records


def log_from(key, start):
    if flaw == "hole":
        return (yield from with_holes(key, start))
    log = cache.get(key) if flaw == "cached-poll" else (yield from node.look(key))
    return [[start + i, message] for i, message in enumerate((log or [])[start:])]


@node.on("poll")
def poll(body):
    found = {}
    for key, start in body["offsets"].items():
        found[key] = yield from log_from("log " + key, start)
    return {"type": "poll_ok", "msgs": found}


def forward(offset):
    def step(committed):
        if committed is None or offset > committed:
            committed = offset
        return committed, None

    return step


@node.on("commit_offsets")
def commit_offsets(body):
    for key, offset in body["offsets"].items():
        if flaw == "commit-late":
            offset, held[key] = held.get(key, -1), offset
        yield from node.once("committed " + key, body["op"], forward(offset))
    return {"type": "commit_offsets_ok"}


@node.on("list_committed_offsets")
def list_committed_offsets(body):
    found = {}
    for key in body["keys"]:
        committed = yield from node.look("committed " + key)
        if committed is not None:
            found[key] = committed
    return {"type": "list_committed_offsets_ok", "offsets": found}


node.run()
