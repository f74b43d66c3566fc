// SPDX-License-Identifier: Apache-2.0
// txn-rw-register on one node, without services: transactions are in a journal before they are acknowledged, and run
// again after a restart. Strictly serializable; survives restarts.
//
// --flaw volatile  acknowledges without writing to the journal                        restart
// --flaw blind     a read does not see what its own transaction wrote                 calm, internal
// --flaw lagging   a transaction does not see the writes of the one before it         calm, G-single
'use strict'
const node = require('./node')

const flaw = node.flaw('volatile', 'blind', 'lagging')
const journal = new node.Journal('journal')
const answers = new Map()
let values = new Map(), late = new Map()

function run([op, txn]) {
  const before = new Map(values), writes = new Map()
  const done = txn.map(([f, key, value]) => {
    const name = JSON.stringify(key), seen = flaw === 'blind' ? before : values
    if (f === 'w') {
      writes.set(name, value)
      values.set(name, value)
    }
    return [f, key, f === 'r' ? seen.get(name) ?? null : value]
  })
  answers.set(op, { type: 'txn_ok', txn: done })
  if (flaw === 'lagging') {
    values = new Map([...before, ...late])
    late = writes
  }
}

node.on('txn', ({ op, txn }) => {
  if (!answers.has(op)) {
    if (flaw !== 'volatile') journal.append([op, txn])
    run([op, txn])
  }
  return answers.get(op)
})

journal.entries.forEach(run)
node.run()
