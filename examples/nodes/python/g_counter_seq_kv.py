# SPDX-License-Identifier: Apache-2.0
"""g-counter on seq-kv: one cell with the total and the names of the additions in it, changed by cas. seq-kv may
answer from an older state, but not from one older than the caller's last write: so it writes something new of its
own before every read. Any number of nodes; survives restarts: seq-kv holds everything.

--flaw no-cas      reads, adds, writes: of two nodes at the same time one addition is lost   delay, two nodes
--flaw anonymous   does not name the additions: what was done is done again                  duplicate
--flaw cached-read answers reads with the total as it was when it last added                 calm, two nodes"""
import node

flaw = node.flaw("no-cas", "anonymous", "cached-read")
node.remembers = flaw != "anonymous"
fresh, cached = 0, 0


def current():
    global fresh
    fresh += 1
    if fresh == 1:
        fresh = 1_000_000 * node.start_number()
    if flaw != "no-cas":
        yield "seq-kv", {"type": "write", "key": node.name, "value": fresh}
    answer = yield "seq-kv", {"type": "read", "key": "counter"}
    return answer.get("value")


@node.on("add")
def add(body):
    global cached
    while True:
        cell = yield from current()
        total, done = (cell["total"], cell["done"]) if cell else (0, [])
        if body["op"] in done and flaw != "anonymous":
            return {"type": "add_ok"}
        after = {"total": total + body["delta"], "done": done + [body["op"]]}
        write = {"type": "cas", "key": "counter", "from": cell, "to": after, "create_if_not_exists": True}
        if flaw == "no-cas":
            write = {"type": "write", "key": "counter", "value": after}
        if (yield "seq-kv", write)["type"] != "error":
            cached = after["total"]
            return {"type": "add_ok"}


@node.on("read")
def read(body):
    if flaw == "cached-read":
        return {"type": "read_ok", "value": cached}
    cell = yield from current()
    return {"type": "read_ok", "value": cell["total"] if cell else 0}


node.run()
