// SPDX-License-Identifier: Apache-2.0
// One node of a cluster: messages are lines of JSON on stdin and stdout. It does one thing at a time, has no clock, and
// does nothing unless a message comes, so the same messages have the same effect.
//
// A handler takes the body of a request (with `src`, and `op`, the request's name in the whole cluster) and returns
// the reply, or nothing for none. If it needs others it is a generator: `answer = yield [dest, body]`. What has no
// answer is asked again with later requests of clients, the same message with the same msg_id. A request that comes
// twice is worked on once and answered twice.
'use strict'
const fs = require('fs')

const node = { name: null, peers: [], remembers: true } // remembers false: what comes twice is worked on twice
const handlers = new Map(), early = [] // early: what came before init
const replies = new Map() // src and msg_id -> reply; undefined while it is being worked on
const waiting = new Map() // msg_id -> {dest, body, then, since}
let asked = 0

// The mistake that the command line asks for (`--flaw NAME`), if any.
node.flaw = (...known) => {
  const [option, name] = process.argv.slice(2)
  if (option === undefined) return null
  if (option === '--flaw' && known.includes(name)) return name
  console.error(`usage: ${process.argv[1]} [--flaw ${known.join('|')}]`)
  process.exit(2)
}

node.on = (kind, handler) => handlers.set(kind, handler)
node.error = (code, text) => ({ type: 'error', code, text })
node.send = (dest, body) => process.stdout.write(write({ src: node.name, dest, body }) + '\n')

// Numbers that JavaScript would change (2^53 + 1, 1.0) travel through a node as {"$number": "1.0"}.
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g
const keep = token => (token[0] === '"' || String(Number(token)) === token ? token : `{"$number":"${token}"}`)
const read = text => JSON.parse(text.replace(tokens, keep))
const write = value => JSON.stringify(value).replace(/\{"\$number":"([^"]*)"\}/g, '$1')

node.ask = (dest, body, then) => {
  // A late answer to an earlier life must not pass for one to this.
  if (asked === 0) asked = 1000000 * node.startNumber()
  asked += 1
  waiting.set(asked, { dest, body: { ...body, msg_id: asked }, then, since: 0 })
  node.send(dest, waiting.get(asked).body)
}

function reply(src, msgId, body) {
  if (msgId === undefined) return
  replies.set(`${src} ${msgId}`, body)
  if (body) node.send(src, { ...body, in_reply_to: msgId })
}

function goOn(work, src, msgId, answer) {
  const { done, value } = work.next(answer)
  if (done) reply(src, msgId, value)
  else node.ask(...value, answer => goOn(work, src, msgId, answer))
}

function askAgain() {
  for (const entry of waiting.values()) if (++entry.since % 4 === 0) node.send(entry.dest, entry.body)
}

function work(src, msgId, body) {
  if (src[0] === 'c') askAgain()
  const result = handlers.get(body.type)({ src, op: `${src}:${msgId}`, ...body })
  if (msgId !== undefined) replies.set(`${src} ${msgId}`, undefined)
  if (result?.next) goOn(result, src, msgId)
  else reply(src, msgId, result)
}

function take(src, body) {
  const msgId = body.msg_id, answered = waiting.get(body.in_reply_to)
  if (answered) {
    waiting.delete(body.in_reply_to)
    answered.then(body)
  } else if (node.remembers && replies.has(`${src} ${msgId}`)) {
    reply(src, msgId, replies.get(`${src} ${msgId}`))
  } else if (handlers.has(body.type)) {
    work(src, msgId, body)
  } else if (body.in_reply_to === undefined) {
    reply(src, msgId, node.error(10, `no ${body.type} here`))
  }
}

function beBorn(src, body, ready) {
  if (node.name === null) {
    node.name = body.node_id
    node.peers = body.node_ids.filter(peer => peer !== node.name)
    ready()
  }
  node.send(src, { type: 'init_ok', in_reply_to: body.msg_id })
  while (early.length > 0) take(...early.shift())
}

// Works until stdin ends. `ready` is called once, when `name` and `peers` are known.
node.run = (ready = () => {}) => {
  let rest = ''
  process.stdin.setEncoding('utf8').on('data', text => {
    const lines = (rest + text).split('\n')
    rest = lines.pop()
    for (const { src, body } of lines.map(read)) {
      if (body.type === 'init') beBorn(src, body, ready)
      else if (node.name === null) early.push([src, body])
      else take(src, body)
    }
  })
}

// A file of JSON lines in the current folder. What was appended stands after kill -9.
node.Journal = class {
  constructor(path) {
    this.file = fs.openSync(path, 'a+')
    const text = fs.readFileSync(path), end = text.lastIndexOf(10) + 1
    fs.ftruncateSync(this.file, end) // a torn last line was never replied to
    this.entries = text.subarray(0, end).toString().split('\n').slice(0, -1).map(line => JSON.parse(line))
  }

  append(entry) {
    fs.writeSync(this.file, JSON.stringify(entry) + '\n')
    fs.fsyncSync(this.file)
  }
}

// 1 in the first life of this folder, 2 in the second.
node.startNumber = () => {
  const starts = new node.Journal('starts'), number = starts.entries.length + 1
  starts.append(number)
  return number
}

// Part of a handler: the value of a key of lin-kv; null if there is none.
function* stored(key) {
  for (;;) {
    const answer = yield ['lin-kv', { type: 'read', key }]
    if (answer.type === 'read_ok' || answer.code === 20) return answer.value ?? null
  }
}

// Part of a handler: the state of a key that `once` writes.
node.look = function* (key) {
  return (yield* stored(key))?.state ?? null
}

// Part of a handler: applies step(state) -> [state, result] to a key of lin-kv (state null at first), exactly once for
// each `op`: its result is stored together with its effect, so a repeated request, or a cas whose answer was late or
// came twice, finds it done.
node.once = function* (key, op, step) {
  for (;;) {
    const cell = yield* stored(key)
    if (cell?.done[op] !== undefined) return cell.done[op]
    const [state, result] = step(cell?.state ?? null)
    const to = { state, done: { ...cell?.done, [op]: result } }
    const cas = { type: 'cas', key, from: cell, to, create_if_not_exists: true }
    if ((yield ['lin-kv', cas]).type === 'cas_ok') return result
  }
}

module.exports = node
