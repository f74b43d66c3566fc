# SPDX-License-Identifier: Apache-2.0
"""g-set: with every request of a client the whole set goes to the peers, which add what they lack; a read asks
for theirs in return. Any number of nodes; survives restarts. Late, lost and repeated messages do no harm.

--flaw last-writer  takes a peer's set for its own if that has more elements: of two
                    elements added at two nodes at the same time one is lost             delay, two nodes
--flaw delta-once   sends the new element instead of the set, once                       drop, partition
--flaw volatile     acknowledges without writing to the journal                          restart"""
import json
import node

flaw = node.flaw("last-writer", "delta-once", "volatile")
journal = node.Journal("elements")
elements = {json.dumps(element): element for element in journal.entries}


def insert(element):
    if json.dumps(element) not in elements:
        elements[json.dumps(element)] = element
        if flaw != "volatile":
            journal.append(element)


def share(chosen, ask=False):
    for peer in node.peers:
        node.send(peer, {"type": "merge", "elements": chosen, "ask": ask})


@node.on("add")
def add(body):
    insert(body["element"])
    share([body["element"]] if flaw == "delta-once" else list(elements.values()))
    return {"type": "add_ok"}


@node.on("read")
def read(body):
    if flaw != "delta-once":
        share(list(elements.values()), ask=True)
    return {"type": "read_ok", "value": list(elements.values())}


@node.on("merge")
def merge(body):
    if flaw == "last-writer" and len(body["elements"]) > len(elements):
        elements.clear()
    if flaw != "last-writer" or not elements:
        for element in body["elements"]:
            insert(element)
    if body["ask"] and len(elements) > len(body["elements"]):
        node.send(body["src"], {"type": "merge", "elements": list(elements.values()), "ask": False})


node.run()
