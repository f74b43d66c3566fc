# SPDX-License-Identifier: Apache-2.0
"""pn-counter: a set of additions, each under a name of its own; the value is their sum. With every request of a
client the set goes to the peers, which add what they lack. Any number of nodes; survives restarts. Late, lost and
repeated messages do no harm.

--flaw nameless   a peer's additions are counted each time they come                       duplicate
--flaw max-merge  keeps a total a node and the greater of two: a subtraction is forgotten  calm, two nodes
--flaw unsigned   never says less than zero                                                calm
--flaw volatile   acknowledges without writing to the journal                              restart"""
import node

flaw = node.flaw("nameless", "max-merge", "unsigned", "volatile")
journal = node.Journal("additions")
additions = dict(journal.entries)  # name -> delta


def share(ask):
    for peer in node.peers if flaw != "nameless" else []:
        node.send(peer, {"type": "merge", "additions": shown(), "ask": ask})


def shown():
    """What the peers are told."""
    if flaw != "max-merge":
        return additions
    own = sum(delta for op, delta in additions.items() if op[0] == "c")
    return {**{op: total for op, total in additions.items() if op[0] != "c"}, node.name: own}


def insert(op, delta):
    if flaw == "max-merge" and op in additions:
        additions[op] = max(additions[op], delta)
    if op not in additions and op != node.name:
        if flaw != "volatile":
            journal.append([op, delta])
        additions[op] = delta


@node.on("add")
def add(body):
    insert(body["op"], body["delta"])
    for peer in node.peers if flaw == "nameless" else []:
        node.send(peer, {"type": "nameless", "delta": body["delta"]})
    share(ask=False)
    return {"type": "add_ok"}


@node.on("read")
def read(body):
    share(ask=True)
    value = sum(additions.values())
    return {"type": "read_ok", "value": max(0, value) if flaw == "unsigned" else value}


@node.on("nameless")
def nameless(body):
    insert(f"{len(additions)} of {body['src']}", body["delta"])


@node.on("merge")
def merge(body):
    for op, delta in body["additions"].items():
        insert(op, delta)
    if body["ask"] and shown() != body["additions"]:
        node.send(body["src"], {"type": "merge", "additions": shown(), "ask": False})


node.run()
