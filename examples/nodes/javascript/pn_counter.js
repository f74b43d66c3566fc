// SPDX-License-Identifier: Apache-2.0
// pn-counter: a set of additions, each under a name of its own; the value is their sum. With every request of a client
// the set goes to the peers, which add what they lack. Any number of nodes; survives restarts. Late, lost and repeated
// messages do no harm.
//
// --flaw nameless   a peer's additions are counted each time they come                       duplicate
// --flaw max-merge  keeps a total a node and the greater of two: a subtraction is forgotten  calm, two nodes
// --flaw unsigned   never says less than zero                                                calm
// --flaw volatile   acknowledges without writing to the journal                              restart
'use strict'
const node = require('./node')

const flaw = node.flaw('nameless', 'max-merge', 'unsigned', 'volatile')
const journal = new node.Journal('additions')
const additions = new Map(journal.entries) // name -> delta
const sum = numbers => numbers.reduce((a, b) => a + b, 0)

// What the peers are told.
function shown() {
  if (flaw !== 'max-merge') return [...additions]
  const isOwn = ([op]) => op[0] === 'c'
  const own = sum([...additions].filter(isOwn).map(([, delta]) => delta))
  return [...[...additions].filter(entry => !isOwn(entry)), [node.name, own]]
}

function share(ask) {
  if (flaw === 'nameless') return
  for (const peer of node.peers) node.send(peer, { type: 'merge', additions: shown(), ask })
}

function insert(op, delta) {
  if (flaw === 'max-merge' && additions.get(op) < delta) additions.set(op, delta)
  if (additions.has(op) || op === node.name) return
  if (flaw !== 'volatile') journal.append([op, delta])
  additions.set(op, delta)
}

node.on('add', ({ op, delta }) => {
  insert(op, delta)
  if (flaw === 'nameless') for (const peer of node.peers) node.send(peer, { type: 'nameless', delta })
  share(false)
  return { type: 'add_ok' }
})

node.on('read', () => {
  share(true)
  const value = sum([...additions.values()])
  return { type: 'read_ok', value: flaw === 'unsigned' ? Math.max(0, value) : value }
})

node.on('nameless', ({ src, delta }) => insert(`${additions.size} of ${src}`, delta))

node.on('merge', body => {
  for (const [op, delta] of body.additions) insert(op, delta)
  const theirs = new Map(body.additions)
  const knowsMore = shown().some(([op, delta]) => theirs.get(op) !== delta)
  if (body.ask && knowsMore) node.send(body.src, { type: 'merge', additions: shown(), ask: false })
})

node.run()
