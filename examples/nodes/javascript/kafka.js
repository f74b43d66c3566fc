// SPDX-License-Identifier: Apache-2.0
// kafka without services: each key has one node that keeps its log and its committed offset in a journal; the others
// pass requests on to it. Any number of nodes; survives restarts. A send has a name, under which the log holds it once,
// however often it is passed on.
//
// --flaw per-node     every node keeps a log of its own for every key               calm, two nodes
// --flaw volatile     acknowledges without writing to the journal                   restart
// --flaw lazy         writes to the journal one record late                         restart
// --flaw nameless     appends again what is passed on again                         duplicate, drop (two nodes)
// --flaw poll-past    begins after the offset that was asked for                    calm
// --flaw commit-late  stores what it acknowledged when the next commit comes       calm
// --flaw forget-commits  writes the log to the journal, but not the commits         restart
'use strict'
const node = require('./node')

const flaw = node.flaw(
  'per-node', 'volatile', 'lazy', 'nameless', 'poll-past', 'commit-late', 'forget-commits')
node.remembers = flaw !== 'nameless'
const journal = new node.Journal('journal')
const logs = new Map(), committed = new Map(), held = new Map(), late = []
const offsets = new Map() // name of a send -> offset
const logOf = key => logs.get(key) ?? logs.set(key, []).get(key)

function append(key, op, message) {
  offsets.set(op, logOf(key).length)
  logOf(key).push(message)
}

function commit(chosen) {
  for (const [key, asked] of Object.entries(chosen)) {
    const offset = flaw === 'commit-late' ? held.get(key) ?? -1 : asked
    held.set(key, asked)
    if (offset > (committed.get(key) ?? -1)) committed.set(key, offset)
  }
}

function write(entry) {
  if (flaw === 'lazy') late.push(entry)
  const due = flaw !== 'lazy' ? entry : late.length > 1 ? late.shift() : null
  if (due && flaw !== 'volatile') journal.append(due)
}

function leader(key) {
  const names = [...node.peers, node.name].sort()
  const sum = Buffer.from(key).reduce((a, b) => a + b, 0)
  return flaw === 'per-node' ? node.name : names[sum % names.length]
}

function byLeader(keys) {
  const groups = new Map()
  for (const key of keys) groups.set(leader(key), [...(groups.get(leader(key)) ?? []), key])
  return groups
}

const pick = (object, keys) => Object.fromEntries(keys.map(key => [key, object[key]]))

node.on('send', function* ({ op, key, msg }) {
  if (leader(key) !== node.name) {
    const { type, offset } = yield [leader(key), { type: 'send', op, key, msg }]
    return { type, offset }
  }
  if (!offsets.has(op) || flaw === 'nameless') {
    append(key, op, msg)
    write(['send', key, op, msg])
  }
  return { type: 'send_ok', offset: offsets.get(op) }
})

function read(key, asked) {
  const start = asked + (flaw === 'poll-past' ? 1 : 0)
  return (logs.get(key) ?? []).slice(start).map((message, i) => [start + i, message])
}

node.on('poll', function* (body) {
  const msgs = {}
  for (const [name, keys] of byLeader(Object.keys(body.offsets))) {
    if (name === node.name) for (const key of keys) msgs[key] = read(key, body.offsets[key])
    else Object.assign(msgs, (yield [name, { type: 'poll', offsets: pick(body.offsets, keys) }]).msgs)
  }
  return { type: 'poll_ok', msgs }
})

node.on('commit_offsets', function* (body) {
  for (const [name, keys] of byLeader(Object.keys(body.offsets))) {
    const chosen = pick(body.offsets, keys)
    if (name !== node.name) {
      yield [name, { type: 'commit_offsets', offsets: chosen }]
      continue
    }
    commit(chosen)
    if (flaw !== 'forget-commits') write(['commit', chosen])
  }
  return { type: 'commit_offsets_ok' }
})

node.on('list_committed_offsets', function* (body) {
  const found = {}
  for (const [name, keys] of byLeader(body.keys)) {
    const own = keys.filter(key => committed.has(key)).map(key => [key, committed.get(key)])
    if (name === node.name) Object.assign(found, Object.fromEntries(own))
    else Object.assign(found, (yield [name, { type: 'list_committed_offsets', keys }]).offsets)
  }
  return { type: 'list_committed_offsets_ok', offsets: found }
})

for (const [kind, ...entry] of journal.entries) (kind === 'send' ? append : commit)(...entry)
node.run()
