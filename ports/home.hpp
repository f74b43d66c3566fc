// SPDX-License-Identifier: Apache-2.0
// From a class of yours to a system on trial. How it is constructed tells where it keeps its data:
//
//   Mine(const Settings&, sut::Disk&)       on the disk: every fault can strike it
//   Mine(const Settings&, const Folder&)    in files of its own below that folder. A crash destroys
//                                           the object, never between two of its writes; a node is
//                                           not lost and the disk does not fail
//   Mine(const Settings&) or Mine()         in memory: no crash, no loss of the node and no disk
//   fault
//                                           is drawn, unless the port remembers nothing anyway
//
// Constructing it is starting it on what is stored, destroying it is the crash: a destructor must
// write nothing. Damage that it finds it throws as Damaged; any other exception is a fault. An
// object is used by one thread; a method that never returns is never given up.
#pragma once

#include <concepts>
#include <string>
#include <type_traits>

#include "fencepost/ports/adapter.hpp"
#include "fencepost/ports/temporary_folder.hpp"

namespace fencepost::ports {

/// A class that is derived from one of the ports.
template <class Class>
concept Implementation = requires {
  typename Class::Port;
  Commands<typename Class::Port>::list;
}
&&std::derived_from<Class, typename Class::Port>;

enum class Storage : std::uint8_t { memory, disk, folder };

template <Implementation Class>
constexpr Storage storage_of() {
  using Settings = const typename Class::Port::Settings&;
  static_assert(!std::is_abstract_v<Class>,
                "the class does not implement every method of its port");
  if constexpr (std::is_constructible_v<Class, Settings, sut::Disk&>) {
    return Storage::disk;
  } else if constexpr (std::is_constructible_v<Class, Settings, const Folder&>) {
    return Storage::folder;
  } else {
    static_assert(std::is_abstract_v<Class> || std::is_constructible_v<Class, Settings> ||
                      std::is_default_constructible_v<Class>,
                  "the class must be constructible from (const Settings&, sut::Disk&), "
                  "(const Settings&, const Folder&), (const Settings&) or nothing");
    return Storage::memory;
  }
}

struct NoFolder {};

template <Implementation Class>
class ClassHome final : public sut::Home {
 public:
  void move_in(const Parameters& parameters, sut::Disk& disk) override {
    settings_ = settings_of<Settings>(contract_, parameters);
    last_partition_ = last_partition(contract_, parameters);
    disk_ = &disk;
    if constexpr (storage == Storage::folder) folder_.clear();
  }

  sut::Start start() override {
    sut::Start start;
    if constexpr (storage == Storage::folder) start.failure = folder_.why();
    if (!start.failure.empty()) return start;
    try {
      start.system = std::make_unique<Adapter<Port>>(
          Adapted{contract_, last_partition_, storage != Storage::folder}, settings_, make());
    } catch (const Damaged& damaged) {
      start.damage = damaged.what();
      if (start.damage.empty()) start.damage = "it does not say what";
    } catch (...) {
      rethrow_as_exception();
    }
    return start;
  }

  /// In memory, too: no answer is excused.
  bool uses_disk() const override { return storage != Storage::folder; }

 private:
  using Port = typename Class::Port;
  using Settings = typename Port::Settings;
  static constexpr Storage storage = storage_of<Class>();

  std::unique_ptr<Port> make() {
    if constexpr (storage == Storage::disk)
      return std::make_unique<Class>(settings_, *disk_);
    else if constexpr (storage == Storage::folder)
      return std::make_unique<Class>(settings_, folder_.folder());
    else if constexpr (std::is_constructible_v<Class, const Settings&>)
      return std::make_unique<Class>(settings_);
    else
      return std::make_unique<Class>();
  }

  const Contract& contract_ = *find_contract(Port::workload);
  Settings settings_;
  std::int64_t last_partition_ = 0;
  sut::Disk* disk_ = nullptr;
  [[no_unique_address]] std::conditional_t<storage == Storage::folder, TemporaryFolder, NoFolder>
      folder_;
};

/// For run_campaign: each thread makes a home of its own.
template <Implementation Class>
std::unique_ptr<sut::Home> make_home() {
  return std::make_unique<ClassHome<Class>>();
}

}  // namespace fencepost::ports
