// SPDX-License-Identifier: Apache-2.0
// txn-list-append on one node, without services: transactions are in a journal before they are acknowledged, and run
// again after a restart. Strictly serializable; survives restarts.
//
// --flaw volatile     acknowledges without writing to the journal                     restart
// --flaw blind        a read does not see what its own transaction appended           calm, internal
// --flaw newest-first puts what is appended in front of lists that have two elements  calm, incompatible-order
'use strict'
const node = require('./node')

const flaw = node.flaw('volatile', 'blind', 'newest-first')
const journal = new node.Journal('journal')
const lists = new Map(), answers = new Map()

function append(key, value) {
  const list = lists.get(key) ?? []
  lists.set(key, flaw === 'newest-first' && list.length > 1 ? [value, ...list] : [...list, value])
}

function run([op, txn]) {
  const before = new Map(lists)
  const done = txn.map(([f, key, value]) => {
    if (f === 'append') append(JSON.stringify(key), value)
    const seen = flaw === 'blind' ? before : lists
    return [f, key, f === 'r' ? seen.get(JSON.stringify(key)) ?? null : value]
  })
  answers.set(op, { type: 'txn_ok', txn: done })
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
