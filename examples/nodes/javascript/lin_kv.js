// SPDX-License-Identifier: Apache-2.0
// lin-kv in front of the service lin-kv: each key is a cell there. Any number of nodes; survives restarts: the service
// holds everything. What was refused is stored like what was done, so that a request that comes twice has one answer.
//
// --flaw cached-read  answers reads from what it itself saw last                              calm, two nodes
// --flaw no-cas       a cas compares with what it saw last, and writes: others may have
//                     written since                                                           calm, two nodes
// --flaw local        keeps the map to itself                                                 calm, two nodes
// --flaw repeats      passes requests on as they are: one that comes late again is done again duplicate
'use strict'
const node = require('./node')

const flaw = node.flaw('cached-read', 'no-cas', 'local', 'repeats')
node.remembers = flaw !== 'repeats'
const cache = new Map()
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b)

// state: [value], or null for a key that does not exist.
const act = body => state => {
  if (body.type === 'write') return [[body.value], { type: 'write_ok' }]
  if (state === null) return [state, node.error(20, 'no such key')]
  if (body.type === 'read') return [state, { type: 'read_ok', value: state[0] }]
  if (!same(state[0], body.from)) return [state, node.error(22, `it is ${JSON.stringify(state[0])}`)]
  return [[body.to], { type: 'cas_ok' }]
}

function* passOn({ src, op, ...body }) {
  const { in_reply_to, ...answer } = yield ['lin-kv', body]
  return answer
}

function* withoutCas(key, step) {
  const [state, reply] = step(cache.get(key) ?? (yield* node.look(key)))
  cache.set(key, state)
  if (reply.type !== 'error') yield ['lin-kv', { type: 'write', key, value: { state, done: {} } }]
  return reply
}

function answerFromCache(key, step) {
  const [state, reply] = step(cache.get(key) ?? null)
  cache.set(key, state)
  return reply
}

function* serve(body) {
  const key = JSON.stringify(body.key), step = act(body)
  if (flaw === 'repeats') return yield* passOn(body)
  const cached = flaw === 'cached-read' && body.type === 'read' && cache.has(key)
  if (flaw === 'local' || cached) return answerFromCache(key, step)
  if (body.type === 'read') {
    cache.set(key, yield* node.look(key))
    return step(cache.get(key))[1]
  }
  if (flaw === 'no-cas') return yield* withoutCas(key, step)
  const reply = yield* node.once(key, body.op, step)
  if (reply.type !== 'error') cache.set(key, [body.to ?? body.value])
  return reply
}

for (const kind of ['read', 'write', 'cas']) node.on(kind, serve)
node.run()
