// SPDX-License-Identifier: Apache-2.0
// kafka on lin-kv: the log of a key is one cell, changed by cas, and so is its committed offset. Any number of nodes;
// survives restarts: lin-kv holds everything.
//
// --flaw no-cas       reads the log, appends, writes it back: of two sends at the same
//                     time one is lost, or both have the same offset                       delay, two nodes
// --flaw hole         takes its offsets from lin-tso, replies, and writes each record to a cell of
//                     its own: polls pass over what is not there yet, and never come back  delay, two nodes
// --flaw cached-poll  answers polls from what it last saw itself of the log, and forgets
//                     that other nodes append: sends at two nodes get the same offset      calm, two nodes
// --flaw commit-late  stores what it acknowledged when the next commit comes               calm
'use strict'
const node = require('./node')

const flaw = node.flaw('no-cas', 'hole', 'cached-poll', 'commit-late')
const cache = new Map(), held = new Map()

const append = message => log => [[...(log ?? []), message], { type: 'send_ok', offset: (log ?? []).length }]

function* overwrite(key, step) {
  const log = flaw === 'cached-poll' ? cache.get(key) : yield* node.look(key)
  const [state, sent] = step(log)
  cache.set(key, state)
  yield ['lin-kv', { type: 'write', key, value: { state, done: {} } }]
  return sent
}

function* fillHole(key, message) {
  const offset = (yield ['lin-tso', { type: 'ts' }]).ts
  node.ask('lin-kv', { type: 'write', key: `${key} ${offset}`, value: { state: message } }, () => {})
  return { type: 'send_ok', offset }
}

node.on('send', function* ({ op, key, msg }) {
  if (flaw === 'no-cas' || flaw === 'cached-poll') return yield* overwrite('log ' + key, append(msg))
  if (flaw === 'hole') return yield* fillHole('log ' + key, msg)
  return yield* node.once('log ' + key, op, append(msg))
})

function* withHoles(key, start) {
  const entries = [], end = (yield ['lin-tso', { type: 'ts' }]).ts
  for (let offset = start; offset < end; ++offset) entries.push([offset, yield* node.look(`${key} ${offset}`)])
  return entries.filter(([, message]) => message !== null)
}

function* logFrom(key, start) {
  if (flaw === 'hole') return yield* withHoles(key, start)
  const log = flaw === 'cached-poll' ? cache.get(key) : yield* node.look(key)
  return (log ?? []).slice(start).map((message, i) => [start + i, message])
}

node.on('poll', function* ({ offsets }) {
  const msgs = {}
  for (const [key, start] of Object.entries(offsets)) msgs[key] = yield* logFrom('log ' + key, start)
  return { type: 'poll_ok', msgs }
})

const forward = offset => committed => [committed === null || offset > committed ? offset : committed, null]

node.on('commit_offsets', function* ({ op, offsets }) {
  for (const [key, asked] of Object.entries(offsets)) {
    const offset = flaw === 'commit-late' ? held.get(key) ?? -1 : asked
    held.set(key, asked)
    yield* node.once('committed ' + key, op, forward(offset))
  }
  return { type: 'commit_offsets_ok' }
})

node.on('list_committed_offsets', function* ({ keys }) {
  const offsets = {}
  for (const key of keys) {
    const committed = yield* node.look('committed ' + key)
    if (committed !== null) offsets[key] = committed
  }
  return { type: 'list_committed_offsets_ok', offsets }
})

node.run()
