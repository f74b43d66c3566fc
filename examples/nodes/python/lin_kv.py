# SPDX-License-Identifier: Apache-2.0
"""lin-kv in front of the service lin-kv: each key is a cell there. Any number of nodes; survives restarts: the service
holds everything. What was refused is stored like what was done, so that a request that comes twice has one answer.

--flaw cached-read  answers reads from what it itself saw last                              calm, two nodes
--flaw no-cas       a cas compares with what it saw last, and writes: others may have
                    written since                                                           calm, two nodes
--flaw local        keeps the map to itself                                                 calm, two nodes
--flaw repeats      passes requests on as they are: one that comes late again is done again duplicate"""
import node

flaw = node.flaw("cached-read", "no-cas", "local", "repeats")
node.remembers = flaw != "repeats"
cache = {}


def act(body):
    def step(state):
        """state: [value], or [] for a key that does not exist."""
        if body["type"] == "read":
            reply = {"type": "read_ok", "value": state[0]} if state else node.error(20, "no such key")
        elif body["type"] == "write":
            state, reply = [body["value"]], {"type": "write_ok"}
        elif not state:
            reply = node.error(20, "no such key")
        elif state != [body["from"]]:
            reply = node.error(22, f"it is {state[0]}")
        else:
            state, reply = [body["to"]], {"type": "cas_ok"}
        return state, reply

    return step


@node.on("read")
@node.on("write")
@node.on("cas")
def serve(body):
    key, step = repr(body["key"]), act(body)
    if flaw == "repeats":
        request = {name: body[name] for name in body if name not in ("src", "op")}
        answer = yield "lin-kv", request
        return {name: answer[name] for name in answer if name != "in_reply_to"}
    if flaw == "local" or (flaw == "cached-read" and body["type"] == "read" and key in cache):
        cache[key], reply = step(cache.get(key, []))
        return reply
    if body["type"] == "read":
        cache[key] = (yield from node.look(key)) or []
        return step(cache[key])[1]
    if flaw == "no-cas":
        state, reply = step(cache.get(key) or (yield from node.look(key)) or [])
        cache[key] = state
        if reply["type"] != "error":
            yield "lin-kv", {"type": "write", "key": key, "value": {"state": state, "done": {}}}
        return reply
    reply = yield from node.once(key, body["op"], lambda state: step(state or []))
    cache[key] = [body.get("to", body.get("value"))] if reply["type"] != "error" else cache.get(key, [])
    return reply


node.run()
