// SPDX-License-Identifier: Apache-2.0
// broadcast: every node keeps what it heard in a journal, and of each peer what that peer says it has. With every
// request of a client it sends each peer what that one may lack; a read also asks the peers for theirs.
// Any number of nodes; survives restarts. Messages may be late, lost or come twice: sets only grow.
//
// --flaw no-forward     keeps to itself what it hears                                  calm, two nodes
// --flaw one-hop        tells only its first peer, never the others                    calm, three nodes
// --flaw say-once       takes what it sent for received                                drop, partition
// --flaw volatile       acknowledges without writing to the journal                    restart
// --flaw forget-backlog after a restart takes all that it knows for known by its peers drop or partition, restart
'use strict'
const node = require('./node')

const flaw = node.flaw('no-forward', 'one-hop', 'say-once', 'volatile', 'forget-backlog')
const heard = new Map() // message as JSON -> message
const has = new Map() // peer -> what it says it has, as JSON
const journal = new node.Journal('heard')
const asks = ![ 'no-forward', 'one-hop', 'say-once', 'forget-backlog' ].includes(flaw)

function hear(messages) {
  const found = messages.filter(message => !heard.has(JSON.stringify(message)))
  for (const message of found) heard.set(JSON.stringify(message), message)
  if (found.length > 0 && flaw !== 'volatile') journal.append(found)
}

const lacking = peer => [...heard].filter(([text]) => !has.get(peer).has(text)).map(([, message]) => message)

function learn(peer, messages) {
  for (const message of messages) has.get(peer).add(JSON.stringify(message))
}

const takeAsTold = () => node.peers.forEach(peer => learn(peer, [...heard.values()]))

function gossip(ask) {
  for (const peer of flaw === 'one-hop' ? node.peers.slice(0, 1) : node.peers) {
    const messages = lacking(peer)
    if ((messages.length > 0 || ask) && flaw !== 'no-forward') node.send(peer, { type: 'gossip', messages, ask })
  }
}

node.on('topology', () => ({ type: 'topology_ok' }))

node.on('broadcast', body => {
  hear([body.message])
  gossip(false)
  if (flaw === 'say-once') takeAsTold()
  return { type: 'broadcast_ok' }
})

node.on('read', () => {
  gossip(asks)
  return { type: 'read_ok', messages: [...heard.values()] }
})

node.on('gossip', ({ src, messages, ask }) => {
  hear(messages)
  if (flaw === 'say-once') takeAsTold()
  learn(src, messages)
  node.send(src, { type: 'has', messages, offered: ask ? lacking(src) : [] })
})

node.on('has', ({ src, messages, offered }) => {
  hear(offered)
  learn(src, [...messages, ...offered])
})

node.run(() => {
  for (const message of journal.entries.flat()) heard.set(JSON.stringify(message), message)
  for (const peer of node.peers) has.set(peer, new Set())
  if (flaw === 'forget-backlog') takeAsTold()
})
