// SPDX-License-Identifier: Apache-2.0
// group-assign answered by the round-robin assigner of KafkaJS, for one topic. First: npm ci
// What the assigner says is passed on as it is.
'use strict'
const { PartitionAssigners, AssignerProtocol } = require('kafkajs')

const topic = 'topic'
const isName = m => typeof m === 'string'
const isPartition = p => Number.isInteger(p) && p >= 0 && p < 2 ** 63
const isList = (values, isItem) => Array.isArray(values) && values.every(isItem)

async function answer({ type, members, partitions }) {
  if (type === 'init') return { type: 'init_ok' }
  if (type !== 'assign' || !isList(members, isName) || !isList(partitions, isPartition))
    return { type: 'error', code: 12, text: 'malformed' }
  const cluster = { findTopicPartitionMetadata: () => partitions.map(partitionId => ({ partitionId })) }
  const assigner = PartitionAssigners.roundRobin({ cluster })
  const assigned = await assigner.assign({ members: members.map(memberId => ({ memberId })), topics: [topic] })
  const owners = assigned.flatMap(({ memberId, memberAssignment }) =>
    AssignerProtocol.MemberAssignment.decode(memberAssignment).assignment[topic].map(p => [p, memberId]))
  return { type: 'assign_ok', owners: owners.sort((a, b) => a[0] - b[0]) }
}

require('readline').createInterface({ input: process.stdin }).on('line', async line => {
  const { src, body } = JSON.parse(line)
  // Whatever the assigner throws.
  const reply = await answer(body).catch(why => ({ type: 'error', code: 14, text: `${why.name}: ${why.message}` }))
  process.stdout.write(JSON.stringify({ src: 'n0', dest: src, body: { ...reply, in_reply_to: body.msg_id } }) + '\n')
})
