# SPDX-License-Identifier: Apache-2.0
"""unique-ids: the node's name, how often it was started (a file knows), and a counter.
Any number of nodes; survives restarts, not the loss of its folder.

--flaw counter   the counter alone: two nodes give the same id                  calm, two nodes
--flaw no-start  leaves out the number of the start: begins anew               restart
--flaw request   the request's msg_id: two clients count alike                 calm, two clients
--flaw millis    the time in milliseconds: two requests in one of them         calm; depends on the clock"""
import node

flaw = node.flaw("counter", "no-start", "request", "millis")
given, start = 0, None


@node.on("generate")
def generate(body):
    global given, start
    given += 1
    if flaw == "counter":
        return {"type": "generate_ok", "id": given}
    if flaw == "no-start":
        return {"type": "generate_ok", "id": f"{node.name}-{given}"}
    if flaw == "request":
        return {"type": "generate_ok", "id": body["msg_id"]}
    if flaw == "millis":
        import time
        return {"type": "generate_ok", "id": time.time_ns() // 1_000_000}
    start = start or node.start_number()
    return {"type": "generate_ok", "id": f"{node.name}-{start}-{given}"}


node.run()
