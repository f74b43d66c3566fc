// SPDX-License-Identifier: Apache-2.0
// g-set: with every request of a client the whole set goes to the peers, which add what they lack; a read asks for
// theirs in return. Any number of nodes; survives restarts. Late, lost and repeated messages do no harm.
//
// --flaw last-writer  takes a peer's set for its own if that has more elements: of two
//                     elements added at two nodes at the same time one is lost             delay, two nodes
// --flaw delta-once   sends the new element instead of the set, once                       drop, partition
// --flaw volatile     acknowledges without writing to the journal                          restart
'use strict'
const node = require('./node')

const flaw = node.flaw('last-writer', 'delta-once', 'volatile')
const journal = new node.Journal('elements')
const elements = new Map(journal.entries.map(element => [JSON.stringify(element), element]))

function insert(element) {
  if (elements.has(JSON.stringify(element))) return
  elements.set(JSON.stringify(element), element)
  if (flaw !== 'volatile') journal.append(element)
}

function share(chosen, ask) {
  for (const peer of node.peers) node.send(peer, { type: 'merge', elements: chosen, ask })
}

node.on('add', ({ element }) => {
  insert(element)
  share(flaw === 'delta-once' ? [element] : [...elements.values()], false)
  return { type: 'add_ok' }
})

node.on('read', () => {
  if (flaw !== 'delta-once') share([...elements.values()], true)
  return { type: 'read_ok', value: [...elements.values()] }
})

node.on('merge', body => {
  if (flaw === 'last-writer' && body.elements.length > elements.size) elements.clear()
  if (flaw !== 'last-writer' || elements.size === 0) body.elements.forEach(insert)
  if (body.ask && elements.size > body.elements.length) {
    node.send(body.src, { type: 'merge', elements: [...elements.values()], ask: false })
  }
})

node.run()
