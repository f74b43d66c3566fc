// SPDX-License-Identifier: Apache-2.0
// echo: says what it was told. Any number of nodes; survives restarts: there is nothing to lose.
//
// --flaw previous   answers with what it was told before, from the second request on   calm
// --flaw by-msg-id  keeps its answers by msg_id alone, but clients number theirs
//                   independently: the second client gets the first one's words         calm, two clients
'use strict'
const node = require('./node')

const flaw = node.flaw('previous', 'by-msg-id')
const answers = new Map()
let before

node.on('echo', ({ echo, msg_id }) => {
  const first = before === undefined
  const said = flaw === 'previous' && !first ? before : echo
  before = echo
  if (!answers.has(msg_id)) answers.set(msg_id, echo)
  return { type: 'echo_ok', echo: flaw === 'by-msg-id' ? answers.get(msg_id) : said }
})

node.run()
