// SPDX-License-Identifier: Apache-2.0
// log-compaction: the latest record per key; a journal of commands is replayed after a crash.
'use strict'
const fs = require('fs')

let end = 0, retention = Infinity, log = [] // log: {offset, key, value, seen}
const journal = fs.openSync('journal', 'a')
const refuse = (code, text) => ({ type: 'error', code, text })
const isOffset = n => n?.big ? BigInt(n.big) < 2n ** 63n && BigInt(n.big) >= 0n : Number.isInteger(n) && n >= 0
const isPayload = v => v === null || typeof v === 'string' || (Number.isInteger(v) && v === (v | 0))
const bytewise = (a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key))
const latest = () => new Map(log.map(record => [record.key, record]))

function compact(upto) {
  const last = latest()
  const isDue = r => r.value === null && r.seen && end - r.offset > retention
  log = log.filter(r => r.offset >= upto || (last.get(r.key) === r && !isDue(r)))
  for (const record of log) record.seen ||= record.offset < upto
  return { kept: log.length }
}

function answer({ type, key, value, upto, from }) {
  if (type === 'append' && typeof key === 'string' && isPayload(value)) {
    log.push({ offset: end, key, value, seen: false })
    return { offset: end++ }
  }
  if (type === 'compact' && isOffset(upto)) return !(upto <= end) ? refuse(22, 'beyond_end') : compact(upto)
  if (type === 'read' && isOffset(from))
    return { records: log.filter(r => r.offset >= from).map(r => [r.offset, r.key, r.value]) }
  if (type === 'state') {
    const alive = [...latest().values()].filter(r => r.value !== null)
    return { state: alive.sort(bytewise).map(r => [r.key, r.value]) }
  }
  return refuse(12, 'malformed')
}

// A number of JavaScript holds 53 bits; longer ones are kept as text.
const parse = line => JSON.parse(line.replace(/(?<=[^\\]":)-?\d{16,}(?=[,}])/g, '{"big":"$&"}'))

require('readline').createInterface({ input: process.stdin }).on('line', line => {
  const { src, body } = parse(line)
  let reply = {}
  if (body.type === 'init') {
    retention = body.parameters.tombstone_retention ?? Infinity
    for (const old of fs.readFileSync('journal', 'utf8').split('\n')) if (old) answer(parse(old))
  } else {
    reply = answer(body)
    if (body.type === 'append' || body.type === 'compact') {
      fs.writeSync(journal, JSON.stringify(body) + '\n')
      fs.fsyncSync(journal) // before the reply: durable at reply
    }
  }
  const message = { src: 'n0', dest: src, body: { type: body.type + '_ok', ...reply, in_reply_to: body.msg_id } }
  process.stdout.write(JSON.stringify(message) + '\n')
})
