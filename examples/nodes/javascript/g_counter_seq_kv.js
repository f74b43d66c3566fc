// SPDX-License-Identifier: Apache-2.0
// g-counter on seq-kv: one cell with the total and the names of the additions in it, changed by cas. seq-kv may
// answer from an older state, but not from one older than the caller's last write: so it writes something new of its
// own before every read. Any number of nodes; survives restarts: seq-kv holds everything.
//
// --flaw no-cas      reads, adds, writes: of two nodes at the same time one addition is lost   delay, two nodes
// --flaw anonymous   does not name the additions: what was done is done again                  duplicate
// --flaw cached-read answers reads with the total as it was when it last added                 calm, two nodes
'use strict'
const node = require('./node')

const flaw = node.flaw('no-cas', 'anonymous', 'cached-read')
node.remembers = flaw !== 'anonymous'
const key = 'counter'
let fresh = 0, cached = 0

function* current() {
  if (fresh === 0) fresh = 1000000 * node.startNumber()
  fresh += 1
  if (flaw !== 'no-cas') yield ['seq-kv', { type: 'write', key: node.name, value: fresh }]
  return (yield ['seq-kv', { type: 'read', key }]).value ?? null
}

node.on('add', function* ({ op, delta }) {
  for (;;) {
    const cell = yield* current(), { total, done } = cell ?? { total: 0, done: [] }
    if (done.includes(op) && flaw !== 'anonymous') return { type: 'add_ok' }
    const to = { total: total + delta, done: [...done, op] }
    const cas = { type: 'cas', key, from: cell, to, create_if_not_exists: true }
    const change = flaw === 'no-cas' ? { type: 'write', key, value: to } : cas
    if ((yield ['seq-kv', change]).type === 'error') continue
    cached = to.total
    return { type: 'add_ok' }
  }
})

node.on('read', function* () {
  const value = flaw === 'cached-read' ? cached : (yield* current())?.total ?? 0
  return { type: 'read_ok', value }
})

node.run()
