// SPDX-License-Identifier: Apache-2.0
// g-counter: each node keeps the total of what it was told itself, in a journal, and the greatest total that it has
// seen of each other node; their sum is the value. With every request of a client the totals go to the peers.
// Any number of nodes; survives restarts. Totals only grow, so late, lost and repeated messages do no harm.
//
// --flaw deltas     sends each addition to the peers, which add it                   duplicate, drop, partition
// --flaw sum-merge  adds a peer's totals to its own instead of taking the greater    calm, two nodes
// --flaw volatile   its own total begins at zero again, below what the peers know    restart
'use strict'
const node = require('./node')

const flaw = node.flaw('deltas', 'sum-merge', 'volatile')
const journal = new node.Journal('additions')
const done = new Set(journal.entries.map(([op]) => op))
const totals = {} // node -> total
const sum = numbers => numbers.reduce((a, b) => a + b, 0)

function share(ask) {
  for (const peer of node.peers) node.send(peer, { type: 'merge', totals, ask })
}

node.on('add', ({ op, delta }) => {
  if (done.has(op)) return { type: 'add_ok' }
  if (flaw !== 'volatile') journal.append([op, delta])
  done.add(op)
  totals[node.name] += delta
  if (flaw === 'deltas') for (const peer of node.peers) node.send(peer, { type: 'delta', delta })
  else share(false)
  return { type: 'add_ok' }
})

node.on('read', () => {
  if (flaw !== 'deltas') share(true)
  return { type: 'read_ok', value: sum(Object.values(totals)) }
})

node.on('delta', ({ src, delta }) => {
  totals[src] = (totals[src] ?? 0) + delta
})

node.on('merge', body => {
  for (const [name, total] of Object.entries(body.totals)) {
    if (flaw === 'sum-merge' && name !== node.name) totals[name] = (totals[name] ?? 0) + total
    totals[name] = Math.max(totals[name] ?? 0, total)
  }
  const knowsMore = Object.entries(totals).some(([name, total]) => body.totals[name] !== total)
  if (body.ask && knowsMore) node.send(body.src, { type: 'merge', totals, ask: false })
})

node.run(() => {
  totals[node.name] = sum(journal.entries.map(([, delta]) => delta))
})
