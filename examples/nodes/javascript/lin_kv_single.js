// SPDX-License-Identifier: Apache-2.0
// lin-kv on one node, without services. Survives restarts: what changed is in a journal before it is acknowledged, and
// so is what a cas refused, lest it be done when it comes again.
//
// --flaw volatile    acknowledges without writing to the journal                   restart
// --flaw lazy        writes to the journal one change late                         restart
// --flaw late-apply  does what it acknowledged before the next change, not at once  calm
// --flaw loose-cas   a cas of a key that has another value writes all the same      calm
'use strict'
const node = require('./node')

const flaw = node.flaw('volatile', 'lazy', 'late-apply', 'loose-cas')
const journal = new node.Journal('journal')
const values = new Map(), answers = new Map(), unwritten = [], undone = []
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b)

// The entry that is due now that this one came; the one before it if the flaw is ours.
function due(entry, late, queue) {
  if (!late) return entry
  queue.push(entry)
  return queue.length > 1 ? queue.shift() : null
}

function change([op, key, value, reply]) {
  answers.set(op, reply)
  if (reply.type !== 'error') values.set(key, value)
}

function settle(entry) {
  const written = due(entry, flaw === 'lazy', unwritten), done = due(entry, flaw === 'late-apply', undone)
  if (written && flaw !== 'volatile') journal.append(written)
  if (done) change(done)
  return entry[3]
}

node.on('read', body => {
  const key = JSON.stringify(body.key)
  return values.has(key) ? { type: 'read_ok', value: values.get(key) } : node.error(20, 'no such key')
})

node.on('write', ({ op, key, value }) =>
  answers.get(op) ?? settle([op, JSON.stringify(key), value, { type: 'write_ok' }]))

function judge(key, from) {
  if (!values.has(key)) return node.error(20, 'no such key')
  if (same(values.get(key), from) || flaw === 'loose-cas') return { type: 'cas_ok' }
  return node.error(22, `it is ${JSON.stringify(values.get(key))}`)
}

node.on('cas', ({ op, key, from, to }) =>
  answers.get(op) ?? settle([op, JSON.stringify(key), to, judge(JSON.stringify(key), from)]))

journal.entries.forEach(change)
node.run()
