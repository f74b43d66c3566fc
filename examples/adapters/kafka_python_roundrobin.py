# SPDX-License-Identifier: Apache-2.0
"""group-assign answered by the round-robin assignor of kafka-python, for one topic.
Debian: apt install python3-kafka, and run it with /usr/bin/python3. What the assignor says is passed on as it is."""
import json
import sys

from kafka.coordinator.assignors.roundrobin import RoundRobinPartitionAssignor as Assignor

TOPIC = "topic"


class Cluster:
    def __init__(self, partitions):
        self.partitions = partitions

    def partitions_for_topic(self, topic):
        return set(self.partitions)  # as kafka.cluster.ClusterMetadata does


def is_list(values, is_item):
    return type(values) is list and all(map(is_item, values))


def answer(body):
    if body["type"] == "init":
        return {"type": "init_ok"}
    members, partitions = body.get("members"), body.get("partitions")
    if (body["type"] != "assign" or not is_list(members, lambda m: type(m) is str)
            or not is_list(partitions, lambda p: type(p) is int and 0 <= p < 2**63)):
        return {"type": "error", "code": 12, "text": "malformed"}
    assigned = Assignor.assign(Cluster(partitions), {member: Assignor.metadata([TOPIC]) for member in members})
    owners = [[partition, member] for member, given in assigned.items()
              for _, numbers in given.assignment for partition in numbers]
    return {"type": "assign_ok", "owners": sorted(owners)}


for line in sys.stdin:
    message = json.loads(line)
    try:
        reply = answer(message["body"])
    except Exception as why:  # whatever the assignor throws
        reply = {"type": "error", "code": 14, "text": f"{type(why).__name__}: {why}"}
    reply["in_reply_to"] = message["body"]["msg_id"]
    print(json.dumps({"src": "n0", "dest": message["src"], "body": reply}), flush=True)
