# SPDX-License-Identifier: Apache-2.0
"""g-counter: each node keeps the total of what it was told itself, in a journal, and the greatest total that it has
seen of each other node; their sum is the value. With every request of a client the totals go to the peers.
Any number of nodes; survives restarts. Totals only grow, so late, lost and repeated messages do no harm.

--flaw deltas     sends each addition to the peers, which add it                   duplicate, drop, partition
--flaw sum-merge  adds a peer's totals to its own instead of taking the greater    calm, two nodes
--flaw volatile   its own total begins at zero again, below what the peers know    restart"""
import node

flaw = node.flaw("deltas", "sum-merge", "volatile")
journal = node.Journal("additions")
totals = {}  # node -> total


def share(ask):
    for peer in node.peers:
        node.send(peer, {"type": "merge", "totals": totals, "ask": ask})


@node.on("add")
def add(body):
    if flaw != "volatile" and body["op"] not in done:
        journal.append([body["op"], body["delta"]])
    if body["op"] not in done:
        done.add(body["op"])
        totals[node.name] += body["delta"]
        if flaw == "deltas":
            for peer in node.peers:
                node.send(peer, {"type": "delta", "delta": body["delta"]})
        else:
            share(ask=False)
    return {"type": "add_ok"}


@node.on("read")
def read(body):
    if flaw != "deltas":
        share(ask=True)
    return {"type": "read_ok", "value": sum(totals.values())}


@node.on("delta")
def delta(body):
    totals[body["src"]] = totals.get(body["src"], 0) + body["delta"]


@node.on("merge")
def merge(body):
    for name, total in body["totals"].items():
        if flaw == "sum-merge" and name != node.name:
            totals[name] = totals.get(name, 0) + total
        totals[name] = max(totals.get(name, 0), total)
    if body["ask"] and totals != body["totals"]:
        node.send(body["src"], {"type": "merge", "totals": totals, "ask": False})


def ready():
    totals[node.name] = sum(delta for _, delta in journal.entries)


done = {op for op, _ in journal.entries}
node.run(ready)
