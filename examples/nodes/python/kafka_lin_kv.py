# SPDX-License-Identifier: Apache-2.0
"""kafka on lin-kv: the log of a key is one cell, changed by cas, and so is its committed offset. Any number of nodes;
survives restarts: lin-kv holds everything.

--flaw no-cas       reads the log, appends, writes it back: of two sends at the same
                    time one is lost, or both have the same offset                       delay, two nodes
--flaw hole         a cell for the next offset and one a record: the offset is taken
                    before the record is there, and polls pass over it                   delay, two nodes
--flaw cached-poll  answers polls from what it last saw itself of the log, and forgets
                    that other nodes append: sends at two nodes get the same offset      calm, two nodes
--flaw commit-back  a smaller offset replaces a committed one                            delay"""
import node

flaw = node.flaw("no-cas", "hole", "cached-poll", "commit-back")
cache = {}


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
        sent = yield from node.once(key, body["op"], lambda end: ((end or 0) + 1, end or 0))
        yield "lin-kv", {"type": "write", "key": f"{key} {sent}", "value": {"state": body["msg"]}}
        return {"type": "send_ok", "offset": sent}
    return (yield from node.once(key, body["op"], step))


def log_of(key):
    if flaw == "cached-poll":
        return list(enumerate(cache.get(key, [])))
    state = yield from node.look(key)
    if flaw != "hole":
        return list(enumerate(state or []))
    records = []
    for offset in range(state or 0):
        records.append((offset, (yield from node.look(f"{key} {offset}"))))
    return [(offset, message) for offset, message in records if message is not None]


@node.on("poll")
def poll(body):
    found = {}
    for key, start in body["offsets"].items():
        found[key] = [entry for entry in (yield from log_of("log " + key)) if entry[0] >= start]
    return {"type": "poll_ok", "msgs": found}


def forward(offset):
    def step(committed):
        if committed is None or offset > committed or flaw == "commit-back":
            committed = offset
        return committed, None

    return step


@node.on("commit_offsets")
def commit_offsets(body):
    for key, offset in body["offsets"].items():
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
