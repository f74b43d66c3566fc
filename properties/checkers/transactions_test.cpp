// SPDX-License-Identifier: Apache-2.0
// Both checkers of transactions on drawn histories: a store that is strictly serializable is
// acquitted, one that forgets is convicted.
#include "fencepost/properties/checkers/transactions.hpp"

#include <gtest/gtest.h>

#include "fencepost/properties/checkers/id_map.hpp"
#include "fencepost/properties/checkers/told_test.hpp"

namespace fencepost::properties {
namespace {

class DrawnHistory {
 public:
  /// `stale_in`: one read in so many misses the last write; 0 for none.
  DrawnHistory(std::uint64_t seed, bool lists, std::uint64_t stale_in)
      : seed_(seed), lists_(lists), stale_in_(stale_in) {}

  Judgement judge() {
    const auto checker = make_checker(lists_ ? "txn-list-append" : "txn-rw-register");
    for (int i = 0; i < 120; ++i) {
      const Operation operation = next();
      EXPECT_EQ(checker->add(operation), "") << "seed " << seed_;
    }
    return checker->finish();
  }

 private:
  struct Client {
    std::int64_t process = 0;
    bool open = false, done = false;
    Json asked, answered;
  };

  std::uint64_t draw(std::uint64_t below) { return mixed(seed_ * 100'000 + ++drawn_) % below; }

  /// Lets transactions that are open happen at any time, whole; invokes and completes others.
  Operation next() {
    for (;;) {
      Client& client = clients_[draw(clients_.size())];
      if (client.process == 0) client.process = ++processes_;
      Operation operation;
      operation.f = "txn";
      operation.process = client.process;
      if (!client.open) {
        client = {
            .process = client.process, .open = true, .done = false, .asked = ask(), .answered = {}};
        operation.value = client.asked;
        return operation;
      }
      if (!client.done && draw(10) > 0) {
        client.done = true;
        client.answered = run(client.asked);
        continue;
      }
      client.open = false;
      operation.type = client.done ? Operation::Type::ok : Operation::Type::fail;
      operation.value = client.done ? client.answered : client.asked;
      if (draw(8) > 0) return operation;
      operation.type = Operation::Type::info;
      operation.value = client.asked;
      client.process = 0;
      return operation;
    }
  }

  Json ask() {
    std::string text;
    const std::uint64_t count = 1 + draw(4);
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::string key = std::to_string(draw(3));
      const bool write = draw(2) == 0;
      text += (i > 0 ? "," : "") + std::string("[\"") +
              (!write   ? "r"
               : lists_ ? "append"
                        : "w") +
              "\"," + key + "," + (write ? std::to_string(++values_) : "null") + "]";
    }
    return json("[" + text + "]");
  }

  Json run(Json txn) {
    for (Json& op : txn.items) {
      Json& list = store_[op.items[1].number];
      list.kind = Json::Kind::list;
      if (op.items[0].text != "r") {
        list.items.push_back(op.items[2]);
        continue;
      }
      Json seen = list;
      if (stale_in_ > 0 && draw(stale_in_) == 0 && !seen.items.empty()) seen.items.pop_back();
      if (lists_)
        op.items[2] = seen;
      else if (!seen.items.empty())
        op.items[2] = seen.items.back();
    }
    return txn;
  }

  std::uint64_t seed_;
  bool lists_;
  std::uint64_t stale_in_;
  std::uint64_t drawn_ = 0;
  std::array<Client, 4> clients_;
  std::int64_t processes_ = 0, values_ = 0;
  std::map<std::int64_t, Json> store_;
};

TEST(Transactions, are_acquitted_if_strictly_serializable) {
  for (const bool lists : {true, false})
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
      const Judgement judgement = DrawnHistory(seed, lists, 0).judge();
      ASSERT_EQ(verdict(judgement), "held")
          << "seed " << seed << " " << lists << " " << judgement.anomalies.front().sentence;
    }
}

TEST(Transactions, are_convicted_if_they_miss_writes) {
  for (const bool lists : {true, false}) {
    int convicted = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
      const Judgement judgement = DrawnHistory(seed, lists, 10).judge();
      convicted += judgement.verdict == Judgement::Verdict::violated ? 1 : 0;
    }
    EXPECT_GT(convicted, 90) << lists;
  }
}

}  // namespace
}  // namespace fencepost::properties
