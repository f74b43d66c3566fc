// SPDX-License-Identifier: Apache-2.0
// broadcast with a timer: twenty times a second a node sends each peer what that has not acknowledged. Right, but not
// deterministic: when a message is sent depends on the clock. Any number of nodes; survives restarts.
//
// --flaw gives-up  sends to each peer three times at most       partition, drop
// --flaw volatile  acknowledges without writing to the journal  restart
'use strict'
const node = require('./node')

const flaw = node.flaw('gives-up', 'volatile')
const journal = new node.Journal('heard')
const heard = new Map(journal.entries.map(message => [JSON.stringify(message), message]))
const has = new Map(), sent = new Map() // peer -> what it says it has; peer and message -> how often it was sent

function hear(messages) {
  for (const message of messages.filter(message => !heard.has(JSON.stringify(message)))) {
    heard.set(JSON.stringify(message), message)
    if (flaw !== 'volatile') journal.append(message)
  }
}

function isDue(peer, text) {
  const times = (sent.get(peer + text) ?? 0) + 1
  sent.set(peer + text, times)
  return !has.get(peer).has(text) && !(flaw === 'gives-up' && times > 3)
}

function gossip() {
  for (const peer of node.peers) {
    const messages = [...heard].filter(([text]) => isDue(peer, text)).map(([, message]) => message)
    if (messages.length > 0) node.send(peer, { type: 'gossip', messages })
  }
}

node.on('topology', () => ({ type: 'topology_ok' }))

node.on('broadcast', body => {
  hear([body.message])
  return { type: 'broadcast_ok' }
})

node.on('read', () => ({ type: 'read_ok', messages: [...heard.values()] }))

node.on('gossip', ({ src, messages }) => {
  hear(messages)
  node.send(src, { type: 'has', messages })
})

node.on('has', ({ src, messages }) => {
  for (const message of messages) has.get(src).add(JSON.stringify(message))
})

node.run(() => {
  for (const peer of node.peers) has.set(peer, new Set())
  const timer = setInterval(gossip, 50)
  process.stdin.on('end', () => clearInterval(timer))
})
