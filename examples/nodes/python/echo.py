# SPDX-License-Identifier: Apache-2.0
"""echo: says what it was told. Any number of nodes; survives restarts: there is nothing to lose.

--flaw previous   answers with what it was told before, from the second request on   calm
--flaw by-msg-id  keeps its answers by msg_id alone, but clients number theirs
                  independently: the second client gets the first one's words         calm, two clients"""
import node

flaw = node.flaw("previous", "by-msg-id")
told, answers = [], {}


@node.on("echo")
def echo(body):
    told.append(body["echo"])
    said = body["echo"]
    if flaw == "previous":
        said = told[-2:][0]
    if flaw == "by-msg-id":
        said = answers.setdefault(body["msg_id"], said)
    return {"type": "echo_ok", "echo": said}


node.run()
