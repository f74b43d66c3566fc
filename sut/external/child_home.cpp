// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/child_home.hpp"

#include <utility>

#include "fencepost/sut/external/command_line.hpp"

namespace fencepost::sut {
namespace {

class ChildSystem final : public System {
 public:
  ChildSystem(std::shared_ptr<Child> child, bool outlives)
      : child_(std::move(child)), outlives_(outlives) {}
  ChildSystem(const ChildSystem&) = delete;
  ChildSystem& operator=(const ChildSystem&) = delete;
  ~ChildSystem() override {
    if (!outlives_) child_->kill();
  }

  void answer(const Command& command, Outcome& outcome) override {
    child_->answer(command, outcome);
  }
  void print(std::string& text) const override { child_->print(text); }
  std::string_view failed() const override { return child_->failed(); }

 private:
  std::shared_ptr<Child> child_;
  bool outlives_;
};

}  // namespace

ChildHome::ChildHome(const Contract& contract, ChildOptions options)
    : contract_(contract), options_(std::move(options)) {
  options_.argv = seen_from_here(std::move(options_.argv));
}

ChildHome::~ChildHome() {
  if (child_ != nullptr) child_->kill();
}

void ChildHome::move_in(const Parameters& parameters, Disk& /*disk*/) {
  keep_ = contract_.stateless && child_ != nullptr && child_->failed().empty() &&
          parameters == parameters_;
  if (keep_) return;
  if (child_ != nullptr) child_->kill();
  child_.reset();
  parameters_ = parameters;
  folder_.reset();
  folder_ = std::make_unique<WorkFolder>();
}

Start ChildHome::start() {
  Start start;
  if (!std::exchange(keep_, false)) {
    if (child_ != nullptr) child_->kill();
    if (folder_ == nullptr || folder_->path().empty()) {
      start.failure = folder_ == nullptr ? "nobody has moved in" : folder_->why();
      return start;
    }
    child_ = std::make_shared<Child>(contract_, options_);
    child_->start(folder_->path(), parameters_);
    start.failure = child_->failed();
  }
  if (start.failure.empty())
    start.system = std::make_unique<ChildSystem>(child_, contract_.stateless);
  return start;
}

}  // namespace fencepost::sut
