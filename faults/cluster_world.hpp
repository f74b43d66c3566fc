// SPDX-License-Identifier: Apache-2.0
// A cluster world plays a scenario: it is the network between clients, nodes and services. One
// message is in delivery at a time; the next one leaves when the node that got it is quiet. On a
// calm day everything sent is delivered in turn before the next command begins. docs/clusters.md is
// the page to it.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fencepost/faults/clients.hpp"
#include "fencepost/faults/network.hpp"
#include "fencepost/faults/patience.hpp"
#include "fencepost/faults/services.hpp"
#include "fencepost/model/vocabulary/cluster_history.hpp"
#include "fencepost/sut/ports/cluster.hpp"

namespace fencepost::faults {

/// How a cluster world ended.
struct ClusterEnd {
  enum class Kind : std::uint8_t {
    played,       ///< to the last step
    not_started,  ///< a node could not be started, or did not reply init_ok
    node_ended,   ///< a node ended by itself
    restless,     ///< nodes work or talk without end
    interrupted,  ///< `stop_when` said so
  };
  Kind kind = Kind::played;
  /// What happened, if it was not played to the last step; then the node's last words, each on a
  /// line.
  std::string words;
  std::uint32_t deliveries = 0;
  /// Exceptions that struck, by family.
  std::array<std::uint32_t, family_count> struck{};
  /// How often a node was still at work when its time was up, or messages went on and on.
  int unrests = 0;
  /// The first exception that found nothing to strike (index into steps).
  std::optional<std::uint32_t> idle_exception;
  /// What was put up with, a line each with its first example: lines that are no messages, replies
  /// that came twice or to nobody, replies with a wrong form.
  std::map<std::string, std::pair<std::uint64_t, std::string>> notes;
  /// A reply or line that no right node gives (the first), for a person; empty if there was none.
  std::string malformed;
};

struct ClusterRules {
  /// For `init_ok`, and at most for any other reply when the cluster acts by itself.
  std::uint32_t start_milliseconds = 10'000;
  std::uint32_t reply_milliseconds = 1000;
  /// A line that is no message, and a reply to nobody, are malformed rather than noted.
  bool strict = false;
};

class ClusterWorld {
 public:
  explicit ClusterWorld(ClusterRules rules = {})
      : rules_(rules), patience_(rules.reply_milliseconds) {}

  /// Asked again and again: once it says so, what is played ends there.
  void stop_when(std::function<bool()> stopped) { stopped_ = std::move(stopped); }

  /// Plays the scenario, which must be playable, up to the calm and through it. The history is
  /// cleared first.
  const ClusterEnd& play(const Scenario& scenario, sut::Cluster& cluster, Clients& clients,
                         ClusterHistory& history);
  /// Plays a sequel, the steps from `first` on, in the world as the last scenario left it: the same
  /// processes, services and messages so far. `story` holds what was played before as well, but for
  /// its calms (see properties/sequel.hpp); nothing it names from `first` on was named before. The
  /// history goes on, what is counted in the end begins anew.
  const ClusterEnd& play_on(const Scenario& story, std::uint32_t first);
  /// Plays the commands after the calm once more, in the world as it stands. `first` becomes the
  /// number of operations before them.
  /// Waits before for nodes that act by themselves, `milliseconds`; 0 if there are none.
  const ClusterEnd& play_calm_again(std::size_t& first, std::uint32_t milliseconds);
  /// How long to wait for the end, all rounds together; 0 for nodes without timers.
  std::uint32_t patience_for_the_end() {
    return cluster_->has_timers() ? patience_.for_the_end() : 0;
  }
  void waited_for_the_end() { patience_.waited_for_the_end(); }
  /// How many operations there were when the calm began; all of them if it never did.
  std::size_t operations_before_calm() const { return before_calm_; }

 private:
  /// A client as the scenario knows it: its id on the wire and its number, both of which change
  /// when it gives up.
  struct Actor {
    std::string id;
    std::int64_t client = -1;
    /// A client numbers its requests from 1.
    std::int64_t next_msg_id = 1;
  };
  /// What a client waits for.
  struct Question {
    std::string actor;
    std::int64_t client = -1;
    std::uint32_t root = 0;
    std::uint32_t node = 0;
  };
  static constexpr std::int64_t first_setup_client = 1'000'000;
  using QuestionName = std::pair<std::string, std::int64_t>;  // the client's id and the msg_id

  // cluster_world.cpp: the scenario, step by step
  void begin();
  void plan(const Scenario& scenario, std::uint32_t first);
  const ClusterEnd& play_steps();
  void step(std::uint32_t index);
  void strike(std::uint32_t index, const Step& step);
  bool strikes(const Step& step);
  void cut(const Step& step);
  void begin_calm();
  void finish();
  bool is_over() const { return end_.kind != ClusterEnd::Kind::played; }
  void look_for_a_stop();
  void struck(Family family) { ++end_.struck[static_cast<std::size_t>(family)]; }

  // cluster_nodes.cpp: the processes and what they write
  bool start_all();
  bool await_init(std::uint32_t node);
  /// Also if it came while another node was waited for.
  bool take_init_reply(std::uint32_t node);
  /// Requests to services from a node that does not reply to init before they are answered.
  bool serve_early(std::uint32_t node);
  bool serve_early(std::uint32_t node, std::string_view line);
  bool is_init_reply(std::uint32_t node, std::string_view line);
  bool kill(std::uint32_t node, bool lose_folder);
  void send_init(std::uint32_t node);
  void greet(std::uint32_t node);
  void collect(std::uint32_t node, std::uint32_t root);
  bool collect_what_came_by_itself(std::uint32_t milliseconds);
  void take_line(std::uint32_t node, std::string_view line, std::uint32_t root);
  /// The third time the world ends.
  void note_unrest(std::uint32_t node, const std::string& what);
  /// Once in each world.
  void note_spinning(std::uint32_t node);
  void end(ClusterEnd::Kind kind, std::uint32_t node, const std::string& what);

  // cluster_delivery.cpp: one message after the other
  void settle();
  void leave_talking(std::uint64_t delivered);
  /// All that is on the way is delivered before any node is waited for. How many came after the
  /// first.
  std::uint64_t deliver_a_round(const Packet& first);
  /// Whether what nodes send while nothing is delivered to them can have led to so many messages
  /// since they talk.
  bool is_due_to_timers(std::uint64_t messages);
  void send(std::uint32_t root, Packet packet);
  void deliver(const Packet& packet);
  /// Nothing for a request that the service does not know.
  std::optional<Packet> reply_of_service(const Packet& request, std::uint32_t back);
  void deliver_to_service(const Packet& packet);
  void deliver_to_client(const Packet& packet);
  void deliver_to_node(std::uint32_t node, const Packet& packet);
  void send_line(std::uint32_t node, const Packet& packet);
  bool is_planned(const std::map<PacketName, std::uint32_t>& plan, const Packet& packet) const;

  // cluster_clients.cpp: who asks, who waits, who gives up
  void command(const Step& step);
  Actor& actor_named(const std::string& name);
  void take_turn(const Question& question);
  void write_down(const Question& question);
  void renew(const std::string& actor);
  void give_up(const std::string& actor);
  bool waits(const std::string& actor) const;
  void await_replies();
  void let_time_pass(std::uint32_t milliseconds);
  /// A client's id on the wire holds its number, by which checkers speak of it; those that set
  /// nodes up have numbers beyond.
  static std::string client_id(std::int64_t client) { return "c" + std::to_string(client); }
  std::string setup_client_id() { return client_id(first_setup_client + next_setup_client_++); }

  Happening& happen(Happening::Kind kind, std::string from = {}, std::string to = {});
  Happening& happen(Happening::Kind kind, const Packet& packet);
  void note(const std::string& what, std::string_view example);
  void break_rule(const std::string& what, std::string_view example);
  std::optional<std::uint32_t> node_named(std::string_view name) const;

  ClusterRules rules_;
  std::function<bool()> stopped_;
  Patience patience_;
  ClusterEnd end_;
  const Scenario* scenario_ = nullptr;
  sut::Cluster* cluster_ = nullptr;
  Clients* clients_ = nullptr;
  ClusterHistory* history_ = nullptr;
  std::uint32_t nodes_ = 0;
  Network network_;
  Services services_;
  /// What the plan holds for messages: the step, by message.
  std::map<PacketName, std::uint32_t> drops_, stales_, kills_;
  std::vector<bool> has_struck_;
  std::map<std::string, Actor> actors_;
  std::map<QuestionName, Question> questions_;
  /// Written by each node before it was seen to be initialised.
  std::vector<std::vector<std::string>> early_lines_;
  /// Its nodes send more as time passes than can be delivered one after the other.
  bool is_hurried_ = false;
  /// When messages were last sent while there were no others, unless all of them are delivered.
  std::optional<std::uint64_t> talks_since_;
  /// In a round: the nodes that were delivered to, and the command that led to the last of it.
  std::map<std::uint32_t, std::uint32_t> to_collect_;
  bool is_round_ = false;
  Turn turn_;
  /// How often a client did something.
  std::uint64_t turns_ = 0;
  std::int64_t next_client_ = 0, next_setup_client_ = 0, next_packet_ = 0;
  std::size_t before_calm_ = 0, happenings_before_calm_ = 0;
  /// Where the steps that are played begin, and their calm.
  std::uint32_t first_step_ = 0, calm_step_ = 0;
};

}  // namespace fencepost::faults
