// SPDX-License-Identifier: Apache-2.0
#include "fencepost/properties/checkers/consistency_models.hpp"

#include <algorithm>
#include <array>

namespace fencepost::properties {
namespace {

/// What may be taken for the order of transactions besides the values: nothing, the order of each
/// client, real time.
enum class Order { values, process, realtime };

struct Model {
  std::string_view name;
  /// Forbids reads of what is not settled; what a snapshot cannot show; any write of what had been
  /// read that closes a cycle.
  bool dirty = false, snapshot = false, repeatable = false;
  Order order = Order::values;
};

constexpr std::array models = {
    Model{.name = "read-uncommitted"},
    Model{.name = "read-committed", .dirty = true},
    Model{.name = "repeatable-read", .dirty = true, .snapshot = true, .repeatable = true},
    Model{.name = "snapshot-isolation", .dirty = true, .snapshot = true},
    Model{.name = "strong-session-snapshot-isolation",
          .dirty = true,
          .snapshot = true,
          .order = Order::process},
    Model{.name = "strong-snapshot-isolation",
          .dirty = true,
          .snapshot = true,
          .order = Order::realtime},
    Model{.name = "serializable", .dirty = true, .snapshot = true, .repeatable = true},
    Model{.name = "strong-session-serializable",
          .dirty = true,
          .snapshot = true,
          .repeatable = true,
          .order = Order::process},
    Model{.name = "strict-serializable",
          .dirty = true,
          .snapshot = true,
          .repeatable = true,
          .order = Order::realtime},
};

bool forbids(const Model& model, std::string_view anomaly) {
  for (const std::string_view name : {"G1a", "G1b", "G1c", "dirty-update", "incompatible-order"})
    if (anomaly == name) return model.dirty;
  for (const std::string_view name :
       {"internal", "lost-update", "G-single-item", "G-nonadjacent-item"})
    if (anomaly == name) return model.snapshot;
  if (anomaly == "duplicate-appends" || anomaly == "duplicate-writes") return false;
  return anomaly == "G2-item" ? model.repeatable : true;
}

}  // namespace

bool is_consistency_model(std::string_view model) {
  return std::ranges::find(models, model, &Model::name) != models.end();
}

bool is_forbidden(std::string_view anomaly, std::string_view model) {
  const auto* const found = std::ranges::find(models, model, &Model::name);
  if (found == models.end()) return true;
  Order needed = Order::values;
  if (anomaly.ends_with("-process")) needed = Order::process;
  if (anomaly.ends_with("-realtime")) needed = Order::realtime;
  if (needed > found->order) return false;
  if (needed != Order::values) anomaly = anomaly.substr(0, anomaly.rfind('-'));
  return forbids(*found, anomaly);
}

std::vector<std::string_view> consistency_models() {
  std::vector<std::string_view> names;
  for (const Model& model : models) names.push_back(model.name);
  return names;
}

}  // namespace fencepost::properties
