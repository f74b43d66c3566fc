// SPDX-License-Identifier: Apache-2.0
// unique-ids: the node's name, how often it was started (a file knows), and a counter.
// Any number of nodes; survives restarts, not the loss of its folder.
//
// --flaw counter   the counter alone: two nodes give the same id      calm, two nodes
// --flaw no-start  leaves out the number of the start: begins anew    restart
// --flaw request   the request's msg_id: two clients count alike      calm, two clients
// --flaw millis    the time in milliseconds: two requests in one of them   calm; depends on the clock
'use strict'
const node = require('./node')

const flaw = node.flaw('counter', 'no-start', 'request', 'millis')
let given = 0, start

function next(msgId) {
  given += 1
  if (flaw === 'counter') return given
  if (flaw === 'no-start') return `${node.name}-${given}`
  if (flaw === 'request') return msgId
  if (flaw === 'millis') return Date.now()
  start ??= node.startNumber()
  return `${node.name}-${start}-${given}`
}

node.on('generate', body => ({ type: 'generate_ok', id: next(body.msg_id) }))

node.run()
