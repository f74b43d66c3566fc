# SPDX-License-Identifier: Apache-2.0
"""txn-rw-register: the whole database is one cell of lin-kv, and a transaction one cas of it: strictly serializable.
Any number of nodes; survives restarts: lin-kv holds everything.

--flaw cached-reads   reads come from what the node saw last, writes go to the database
                      of now                                                     G-single   calm, two nodes
--flaw no-cas         reads, changes, writes: what others wrote is overwritten   lost       delay, two nodes
--flaw no-retry       acknowledges though the cas failed                         lost       delay, two nodes
--flaw aborts-half    each operation by itself; when one meets a conflict the rest is refused,
                      but what was done stays                                    G1a, G1b   delay, drop
--flaw piecemeal      each operation by itself: others see a transaction half done  G1b, G-single  delay, two nodes
--flaw stale          on lww-kv instead of lin-kv, without cas                   lost       stale answers"""
import node

flaw = node.flaw("cached-reads", "no-cas", "no-retry", "aborts-half", "piecemeal", "stale")
seen = None


def act(txn):
    def step(database):
        database, done = dict(database or {}), []
        for f, key, value in txn:
            if f == "w":
                database[repr(key)] = value
            done.append([f, key, database.get(repr(key)) if f == "r" else value])
        return database, done

    return step


def ok(txn):
    return {"type": "txn_ok", "txn": txn}


def try_once(service, step, change="cas"):
    """One attempt without a name: the result, and whether it was accepted."""
    cell = (yield service, {"type": "read", "key": "root"}).get("value")
    state, result = step(cell and cell["state"])
    after = {"state": state, "done": {}}
    request = {"type": change, "key": "root", "from": cell, "to": after, "create_if_not_exists": True}
    if change == "write":
        request = {"type": "write", "key": "root", "value": after}
    return result, (yield service, request)["type"] != "error"


def one_by_one(body):
    done = []
    for number, operation in enumerate(body["txn"]):
        if flaw == "piecemeal":
            done += yield from node.once("root", f"{body['op']}.{number}", act([operation]))
        else:
            result, accepted = yield from try_once("lin-kv", act([operation]))
            if not accepted:
                return node.error(30, "somebody was faster")
            done += result
    return ok(done)


@node.on("txn")
def txn(body):
    step = act(body["txn"])
    if flaw in ("aborts-half", "piecemeal"):
        return (yield from one_by_one(body))
    if flaw in ("no-cas", "no-retry"):
        result, _ = yield from try_once("lin-kv", step, "cas" if flaw == "no-retry" else "write")
        return ok(result)
    if flaw == "stale":
        result, _ = yield from try_once("lww-kv", step, "write")
        return ok(result)
    if flaw == "cached-reads":
        global seen
        seen = seen or (yield from node.look("root"))
        early = step(seen)[1]
        yield from node.once("root", body["op"], step)
        seen = yield from node.look("root")
        return ok(early)
    return ok((yield from node.once("root", body["op"], step)))


node.run()
