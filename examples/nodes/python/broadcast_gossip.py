# SPDX-License-Identifier: Apache-2.0
"""broadcast with a timer: twenty times a second a node sends each peer what that has not acknowledged. Right, but not
deterministic: when a message is sent depends on the clock. Any number of nodes; survives restarts.

--flaw gives-up  sends to each peer three times at most       partition, drop
--flaw volatile  acknowledges without writing to the journal  restart"""
import json, os, select, time
import node

flaw = node.flaw("gives-up", "volatile")
journal = node.Journal("heard")
heard = {json.dumps(message): message for message in journal.entries}
has, sent = {}, {}  # peer -> what it says it has; (peer, message) -> how often it was sent


def hear(messages):
    for message in messages:
        if json.dumps(message) not in heard:
            heard[json.dumps(message)] = message
            if flaw != "volatile":
                journal.append(message)


def due(peer, text):
    sent[peer, text] = sent.get((peer, text), 0) + 1
    return text not in has[peer] and not (flaw == "gives-up" and sent[peer, text] > 3)


def gossip():
    for peer in node.peers:
        has.setdefault(peer, set())
        messages = [message for text, message in heard.items() if due(peer, text)]
        if messages:
            node.send(peer, {"type": "gossip", "messages": messages})


@node.on("topology")
def topology(body):
    return {"type": "topology_ok"}


@node.on("broadcast")
def broadcast(body):
    hear([body["message"]])
    return {"type": "broadcast_ok"}


@node.on("read")
def read(body):
    return {"type": "read_ok", "messages": list(heard.values())}


@node.on("gossip")
def gossiped(body):
    hear(body["messages"])
    node.send(body["src"], {"type": "has", "messages": body["messages"]})


@node.on("has")
def peer_has(body):
    has.setdefault(body["src"], set()).update(map(json.dumps, body["messages"]))


rest, gossip_at = b"", time.monotonic()
while True:
    if select.select([0], [], [], max(0, gossip_at - time.monotonic()))[0]:
        came = os.read(0, 65536)
        if not came:
            break
        *lines, rest = (rest + came).split(b"\n")
        for line in lines:
            node.take_line(line)
    if time.monotonic() >= gossip_at:
        gossip_at = time.monotonic() + 0.05
        gossip()
        node.sys.stdout.flush()
