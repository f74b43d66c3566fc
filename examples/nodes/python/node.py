# SPDX-License-Identifier: Apache-2.0
"""One node of a cluster: messages are lines of JSON on stdin and stdout. It does one thing at a time,
has no clock, and does nothing unless a message comes, so the same messages have the same effect.

A handler takes the body of a request (with `src`, and `op`, the request's name in the whole cluster) and
returns the reply, or None for none. If it needs others it is a generator: `answer = yield dest, body`.
What has no answer is asked again with later requests of clients, the same message with the same msg_id.
A request that comes twice is worked on once and answered twice."""
import json, os, sys

handlers, peers, early = {}, [], []  # early: what came before init
replies = {}  # (src, msg_id) -> reply; None while it is being worked on
waiting = {}  # msg_id -> [dest, body, what to do with the answer, requests since]
asked, name, when_ready = 0, None, lambda: None
remembers = True  # False: a request that comes twice is worked on twice


def flaw(*known):
    """The mistake that the command line asks for (`--flaw NAME`), if any."""
    if len(sys.argv) == 1:
        return None
    if sys.argv[1] != "--flaw" or sys.argv[2:] == [] or sys.argv[2] not in known:
        sys.exit(f"usage: {sys.argv[0]} [--flaw {'|'.join(known)}]")
    return sys.argv[2]


def on(kind):
    return lambda handler: handlers.setdefault(kind, handler)


def error(code, text):
    return {"type": "error", "code": code, "text": text}


def send(dest, body):
    sys.stdout.write(json.dumps({"src": name, "dest": dest, "body": body}) + "\n")


def ask(dest, body, then):
    global asked
    if asked == 0:  # a late answer to an earlier life must not pass for one to this
        asked = 1_000_000 * start_number()
    asked += 1
    waiting[asked] = [dest, {**body, "msg_id": asked}, then, 0]
    send(dest, waiting[asked][1])


def reply(src, msg_id, body):
    if msg_id is not None:
        replies[src, msg_id] = body
        if body is not None:
            send(src, {**body, "in_reply_to": msg_id})


def go_on(work, src, msg_id, answer=None):
    try:
        dest, body = work.send(answer)
    except StopIteration as end:
        return reply(src, msg_id, end.value)
    ask(dest, body, lambda answer: go_on(work, src, msg_id, answer))


def ask_again():
    for entry in waiting.values():
        entry[3] += 1
        if entry[3] % 4 == 0:
            send(entry[0], entry[1])


def take(src, body):
    msg_id = body.get("msg_id")
    if body.get("in_reply_to") in waiting:
        waiting.pop(body["in_reply_to"])[2](body)
    elif remembers and (src, msg_id) in replies:
        reply(src, msg_id, replies[src, msg_id])
    elif body["type"] in handlers:
        if src[0] == "c":
            ask_again()
        result = handlers[body["type"]]({"src": src, "op": f"{src}:{msg_id}", **body})
        if msg_id is not None:
            replies[src, msg_id] = None
        go_on(result, src, msg_id) if hasattr(result, "send") else reply(src, msg_id, result)
    elif "in_reply_to" not in body:
        reply(src, msg_id, error(10, f"no {body['type']} here"))


def be_born(src, body):
    global name
    if name is None:
        name = body["node_id"]
        peers.extend(peer for peer in body["node_ids"] if peer != name)
        when_ready()
    send(src, {"type": "init_ok", "in_reply_to": body["msg_id"]})
    while early:
        take(*early.pop(0))


def take_line(line):
    src, body = (message := json.loads(line))["src"], message["body"]
    if body["type"] == "init":
        be_born(src, body)
    elif name is None:
        early.append((src, body))
    else:
        take(src, body)
    sys.stdout.flush()


def run(ready=lambda: None):
    """Works until stdin ends. `ready` is called once, when `name` and `peers` are known."""
    global when_ready
    when_ready = ready
    for line in sys.stdin:
        take_line(line)


class Journal:
    """A file of JSON lines in the current folder. What was appended stands after kill -9."""

    def __init__(self, path):
        self.file = open(path, "a+b")
        self.file.seek(0)
        whole = self.file.read().rpartition(b"\n")[0]
        self.entries = [json.loads(line) for line in whole.splitlines()]
        self.file.truncate(len(whole) + 1 if whole else 0)  # a torn last line was never replied to

    def append(self, entry):
        self.file.write(json.dumps(entry).encode() + b"\n")
        self.file.flush()
        os.fsync(self.file.fileno())


def start_number():
    """1 in the first life of this folder, 2 in the second."""
    starts = Journal("starts")
    starts.append(len(starts.entries) + 1)
    return len(starts.entries) + 1


def stored(key):
    """Part of a handler: the value of a key of lin-kv; None if there is none."""
    while True:
        answer = yield "lin-kv", {"type": "read", "key": key}
        if answer["type"] == "read_ok" or answer["code"] == 20:
            return answer.get("value")


def look(key):
    """Part of a handler: the state of a key that `once` writes."""
    cell = yield from stored(key)
    return cell and cell["state"]


def once(key, op, step):
    """Part of a handler: `result = yield from once(...)`. Applies step(state) -> (state, result) to a key of
    lin-kv (state None at first), exactly once for each `op`: its result is stored together with its effect, so a
    repeated request, or a cas whose answer was late or came twice, finds it done."""
    while True:
        cell = yield from stored(key)
        state, done = (cell["state"], cell["done"]) if cell else (None, {})
        if op in done:
            return done[op]
        state, result = step(state)
        after = {"state": state, "done": {**done, op: result}}
        cas = {"type": "cas", "key": key, "from": cell, "to": after, "create_if_not_exists": True}
        if (yield "lin-kv", cas)["type"] == "cas_ok":
            return result
