# SPDX-License-Identifier: Apache-2.0
"""kafka without services: each key has one node that keeps its log and its committed offset in a journal; the others
pass requests on to it. Any number of nodes; survives restarts. A send has a name, under which the log holds it
once, however often it is passed on.

--flaw per-node     every node keeps a log of its own for every key               calm, two nodes
--flaw volatile     acknowledges without writing to the journal                   restart
--flaw lazy         writes to the journal one record late                         restart
--flaw nameless     appends again what is passed on again                         duplicate, drop (two nodes)
--flaw poll-past    begins after the offset that was asked for                    calm
--flaw commit-late  stores what it acknowledged when the next commit comes       calm
--flaw forget-commits  writes the log to the journal, but not the commits         restart"""
import node

flaw = node.flaw(
    "per-node", "volatile", "lazy", "nameless", "poll-past", "commit-late", "forget-commits")
node.remembers = flaw != "nameless"
journal = node.Journal("journal")
logs, committed, held, offsets, late = {}, {}, {}, {}, []  # offsets: name of a send -> offset


def append(key, op, message):
    offsets[op] = len(logs.setdefault(key, []))
    logs[key].append(message)


def commit(key, offset):
    if flaw == "commit-late":
        offset, held[key] = held.get(key, -1), offset
    if offset > committed.get(key, -1):
        committed[key] = offset


def write(entry):
    if flaw == "lazy":
        late.append(entry)
        entry = late.pop(0) if len(late) > 1 else None
    if entry and flaw != "volatile":
        journal.append(entry)


def leader(key):
    names = sorted(node.peers + [node.name])
    return node.name if flaw == "per-node" else names[sum(key.encode()) % len(names)]


def by_leader(keys):
    groups = {}
    for key in keys:
        groups.setdefault(leader(key), []).append(key)
    return groups.items()


@node.on("send")
def send(body):
    if leader(body["key"]) != node.name:
        return (yield leader(body["key"]), {name: body[name] for name in ("type", "op", "key", "msg")})
    if body["op"] not in offsets or flaw == "nameless":
        append(body["key"], body["op"], body["msg"])
        write(["send", body["key"], body["op"], body["msg"]])
    return {"type": "send_ok", "offset": offsets[body["op"]]}


def read(key, start):
    start += flaw == "poll-past"
    return [[start + i, message] for i, message in enumerate(logs.get(key, [])[start:])]


@node.on("poll")
def poll(body):
    found = {}
    for name, keys in by_leader(body["offsets"]):
        wanted = {key: body["offsets"][key] for key in keys}
        if name == node.name:
            found.update({key: read(key, start) for key, start in wanted.items()})
        else:
            found.update((yield name, {"type": "poll", "offsets": wanted})["msgs"])
    return {"type": "poll_ok", "msgs": found}


@node.on("commit_offsets")
def commit_offsets(body):
    for name, keys in by_leader(body["offsets"]):
        chosen = {key: body["offsets"][key] for key in keys}
        if name != node.name:
            yield name, {"type": "commit_offsets", "offsets": chosen}
            continue
        for key, offset in chosen.items():
            commit(key, offset)
        if flaw != "forget-commits":
            write(["commit", chosen])
    return {"type": "commit_offsets_ok"}


@node.on("list_committed_offsets")
def list_committed_offsets(body):
    found = {}
    for name, keys in by_leader(body["keys"]):
        if name == node.name:
            found.update({key: committed[key] for key in keys if key in committed})
        else:
            found.update((yield name, {"type": "list_committed_offsets", "keys": keys})["offsets"])
    return {"type": "list_committed_offsets_ok", "offsets": found}


for kind, *entry in journal.entries:
    if kind == "send":
        key, op, message = entry
        append(key, op, message)
    else:
        for key, offset in entry[0].items():
            commit(key, offset)
node.run()
