# SPDX-License-Identifier: Apache-2.0
"""broadcast: every node keeps what it heard in a journal, and of each peer what that peer says it has. With
every request of a client it sends each peer what that one may lack; a read also asks the peers for theirs.
Any number of nodes; survives restarts. Messages may be late, lost or come twice: sets only grow.

--flaw no-forward     keeps to itself what it hears                                  calm, two nodes
--flaw one-hop        tells only its first peer, never the others                      calm, three nodes
--flaw say-once       takes what it sent for received                                 drop, partition
--flaw volatile       acknowledges without writing to the journal                     restart
--flaw forget-backlog after a restart takes all that it knows for known by its peers  drop or partition, restart"""
import json
import node

flaw = node.flaw("no-forward", "one-hop", "say-once", "volatile", "forget-backlog")
heard = {}  # message as JSON -> message
has = {}  # peer -> what it says it has, as JSON
journal = node.Journal("heard")


def hear(messages):
    new = {json.dumps(message): message for message in messages}
    new = {text: message for text, message in new.items() if text not in heard}
    heard.update(new)
    if new and flaw != "volatile":
        journal.append(list(new.values()))


def lacking(peer):
    return [message for text, message in heard.items() if text not in has[peer]]


def take_as_told():
    for peer in node.peers:
        has[peer].update(heard)


def gossip(ask):
    for peer in node.peers[:1] if flaw == "one-hop" else node.peers:
        messages = lacking(peer)
        if (messages or ask) and flaw != "no-forward":
            node.send(peer, {"type": "gossip", "messages": messages, "ask": ask})


@node.on("topology")
def topology(body):
    return {"type": "topology_ok"}


@node.on("broadcast")
def broadcast(body):
    hear([body["message"]])
    gossip(ask=False)
    if flaw == "say-once":
        take_as_told()
    return {"type": "broadcast_ok"}


@node.on("read")
def read(body):
    gossip(ask=flaw not in ("no-forward", "one-hop", "say-once", "forget-backlog"))
    return {"type": "read_ok", "messages": list(heard.values())}


@node.on("gossip")
def gossiped(body):
    hear(body["messages"])
    if flaw == "say-once":
        take_as_told()
    has[body["src"]].update(map(json.dumps, body["messages"]))
    offered = lacking(body["src"]) if body["ask"] else []
    node.send(body["src"], {"type": "has", "messages": body["messages"], "offered": offered})


@node.on("has")
def peer_has(body):
    hear(body["offered"])
    has[body["src"]].update(map(json.dumps, body["messages"] + body["offered"]))


def ready():
    for messages in journal.entries:
        heard.update({json.dumps(message): message for message in messages})
    for peer in node.peers:
        has[peer] = set()
    if flaw == "forget-backlog":
        take_as_told()


node.run(ready)
