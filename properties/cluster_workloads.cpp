// SPDX-License-Identifier: Apache-2.0
// The workloads of clusters: what clients do, and the names of what must not be. The checkers
// judge; docs/checkers.md has the exact conditions.
#include <vector>

#include "fencepost/properties/cluster_draw.hpp"
#include "fencepost/properties/cluster_marks.hpp"
#include "fencepost/properties/workload.hpp"

namespace fencepost::properties {
namespace {

constexpr Property never(std::string_view name, std::string_view sentence) {
  return {name, Mode::always, sentence};
}
constexpr Property in_the_end(std::string_view name, std::string_view sentence) {
  return {name, Mode::eventually, sentence};
}
constexpr Property mark(std::string_view name, std::string_view sentence) {
  return {name, Mode::sometimes, sentence};
}

// What every cluster must reach, besides its own.
constexpr Property succeeded = mark(an_operation_succeeded, "an operation of a client succeeded");
constexpr Property overlapped =
    mark(operations_overlapped, "two operations of different clients overlapped");

constexpr Property echo[] = {never("wrong-echo", "an echo is what was sent"), succeeded,
                             overlapped};

constexpr Property unique_ids[] = {
    never("duplicate-id", "no id is given twice, not even across restarts"), succeeded, overlapped};

constexpr Property set_full[] = {
    never("phantom", "nothing is read that nobody added"),
    in_the_end("lost", "what was acknowledged or read is in every later read, once all is calm"),
    in_the_end("not-converged", "once all is calm every node shows all that was acknowledged"),
    succeeded, overlapped};

constexpr Property counter[] = {
    never("out-of-bounds", "no read is beyond what had been added when it ended"),
    in_the_end("wrong-sum",
               "once all is calm every read shows the acknowledged sum and what may have happened"),
    in_the_end("not-converged", "once all is calm what one read shows is in those after it"),
    succeeded, overlapped};

constexpr Property kafka[] = {
    never("inconsistent-offsets", "an offset holds one message"),
    never("duplicate", "a message is at one offset"),
    never("phantom", "no message is polled that nobody sent"),
    never("bad-offset", "offsets are integers from 0"),
    never("lost-write", "an acknowledged message before one that was polled is polled by somebody"),
    never("G1a", "no message of a send that failed is polled"),
    never("precommitted-read", "no transaction polls what it sent itself"),
    never("int-poll-skip", "one poll leaves no message out"),
    never("int-nonmonotonic-poll", "one poll does not go back"),
    never("poll-skip", "from one poll to the next no message is left out"),
    never("nonmonotonic-poll", "from one poll to the next a consumer does not go back"),
    never("poll-below-asked", "no poll answers below the offset that it asked for"),
    never("poll-past-asked", "the first poll leaves out nothing from the offset that it asked for"),
    never("int-send-skip", "the sends of one operation follow one another"),
    never("int-nonmonotonic-send", "the sends of one operation do not go back"),
    never("nonmonotonic-send", "the sends of a producer do not go back"),
    never("committed-offset-regression", "a committed offset does not go back"),
    never("committed-beyond-polled", "no offset is committed that no client committed"),
    never("assign-skip", "a consumer begins right after what is committed"),
    never("G0", "writes of transactions do not run in a circle"),
    never("G1c", "what transactions wrote and read does not run in a circle"),
    in_the_end("empty-transaction-graph", "something is sent or polled"),
    in_the_end("unseen", "every acknowledged message is polled once all is calm"),
    succeeded,
    overlapped,
    mark(polls_saw_messages, "a poll brought messages")};

constexpr Property lin_kv[] = {
    never("nonlinearizable", "every key is a register that changes at one instant per operation"),
    succeeded, overlapped};

constexpr Property txn[] = {
    never("G0", "writes do not run in a circle"),
    never("G1a", "nobody reads what was aborted"),
    never("G1b", "nobody reads the middle of a transaction"),
    never("G1c", "writes and reads do not run in a circle"),
    never("G-single-item", "no circle with one read of what was then overwritten"),
    never("G-nonadjacent-item", "no circle with such reads apart from one another"),
    never("G2-item", "no circle with several such reads"),
    never("internal", "a transaction reads what it wrote itself"),
    never("lost-update", "no two transactions overwrite the same version"),
    never("incompatible-order", "all reads agree on the order of a list"),
    never("duplicate-elements", "an element is in a list once"),
    never("dirty-update", "nobody builds on what was aborted"),
    never("cyclic-versions", "the versions of a register do not run in a circle"),
    never("phantom", "nothing is read that nobody wrote"),
    never("future-read", "no transaction reads what it writes later itself"),
    succeeded,
    overlapped};

}  // namespace

std::span<const Workload> cluster_workloads() {
  static const std::vector<Workload> all = {
      {find_contract("echo"), draw_echo, echo},
      {find_contract("unique-ids"), draw_unique_ids, unique_ids},
      {find_contract("broadcast"), draw_broadcast, set_full},
      {find_contract("g-set"), draw_g_set, set_full},
      {find_contract("g-counter"), draw_g_counter, counter},
      {find_contract("pn-counter"), draw_pn_counter, counter},
      {find_contract("kafka"), draw_kafka, kafka},
      {find_contract("lin-kv"), draw_lin_kv, lin_kv},
      {find_contract("txn-list-append"), draw_txn_list_append, txn},
      {find_contract("txn-rw-register"), draw_txn_rw_register, txn},
  };
  return all;
}

}  // namespace fencepost::properties
