// SPDX-License-Identifier: Apache-2.0
// txn-rw-register: the whole database is one cell of lin-kv, and a transaction one cas of it: strictly serializable.
// Any number of nodes; survives restarts: lin-kv holds everything.
//
// --flaw cached-reads   reads come from what the node saw last, writes go to the database
//                       of now                                                     G-single   calm, two nodes
// --flaw no-cas         reads, changes, writes: what others wrote is overwritten   lost       delay, two nodes
// --flaw no-retry       acknowledges though the cas failed                         lost       delay, two nodes
// --flaw aborts-half    each operation by itself; when one meets a conflict the rest is refused,
//                       but what was done stays                                    G1a, G1b   delay, drop
// --flaw piecemeal      each operation by itself: others see a transaction half done  G1b, G-single  delay, two nodes
// --flaw stale          on lww-kv instead of lin-kv, without cas                   lost       stale answers
'use strict'
const node = require('./node')

const flaw = node.flaw('cached-reads', 'no-cas', 'no-retry', 'aborts-half', 'piecemeal', 'stale')
let seen = null

// state: an object, key as JSON -> value; null before the first transaction.
const act = txn => state => {
  const database = { ...state }
  const done = txn.map(([f, key, value]) => {
    const name = JSON.stringify(key)
    if (f === 'w') database[name] = value
    return [f, key, f === 'r' ? database[name] ?? null : value]
  })
  return [database, done]
}

const ok = txn => ({ type: 'txn_ok', txn })

// One attempt without a name: the result, and whether it was accepted.
function* tryOnce(service, step, change) {
  const cell = (yield [service, { type: 'read', key: 'root' }]).value ?? null
  const [state, result] = step(cell?.state), after = { state, done: {} }
  const cas = { type: 'cas', key: 'root', from: cell, to: after, create_if_not_exists: true }
  const request = change === 'write' ? { type: 'write', key: 'root', value: after } : cas
  return [result, (yield [service, request]).type !== 'error']
}

function* piecemeal({ op, txn }) {
  const done = []
  for (const [i, operation] of txn.entries()) done.push(...yield* node.once('root', `${op}.${i}`, act([operation])))
  return ok(done)
}

function* abortsHalf({ txn }) {
  const done = []
  for (const operation of txn) {
    const [result, accepted] = yield* tryOnce('lin-kv', act([operation]), 'cas')
    if (!accepted) return node.error(30, 'somebody was faster')
    done.push(...result)
  }
  return ok(done)
}

function* cachedReads({ op, txn }) {
  const early = act(txn)(seen ?? (yield* node.look('root')))[1]
  yield* node.once('root', op, act(txn))
  seen = yield* node.look('root')
  return ok(early)
}

function* handle(body) {
  if (flaw === 'piecemeal') return yield* piecemeal(body)
  if (flaw === 'aborts-half') return yield* abortsHalf(body)
  if (flaw === 'cached-reads') return yield* cachedReads(body)
  if (flaw === 'no-cas') return ok((yield* tryOnce('lin-kv', act(body.txn), 'write'))[0])
  if (flaw === 'no-retry') return ok((yield* tryOnce('lin-kv', act(body.txn), 'cas'))[0])
  if (flaw === 'stale') return ok((yield* tryOnce('lww-kv', act(body.txn), 'write'))[0])
  return ok(yield* node.once('root', body.op, act(body.txn)))
}

node.on('txn', handle)
node.run()
