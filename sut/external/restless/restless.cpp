// SPDX-License-Identifier: Apache-2.0
// A child for tests that answers each line with the same line, but not in the thread that read it,
// or not in the process, or not at once: restless WAY. See `ways` for the ways.
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <mutex>
#include <queue>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

void say(const std::string& line) {
  if (write(1, line.data(), line.size()) < 0) std::abort();
}

bool read_line(int file, std::string& line) {
  line.clear();
  for (char letter = 0; letter != '\n'; line += letter)
    if (read(file, &letter, 1) != 1) return false;
  return true;
}

void compute(microseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
  }
}

/// Now nothing, now something: so that hops meet every moment of whoever looks at us.
void compute_a_little() {
  static thread_local unsigned step = 0;
  step = step * 1103515245U + 12345U;
  compute(microseconds((step >> 16U) % 60U));
}

void computes() {
  for (std::string line; read_line(0, line); say(line)) compute(milliseconds(200));
}

class Mailbox {
 public:
  void put(const std::string& line) {
    const std::lock_guard lock(mutex_);
    lines_.push(line);
    filled_.notify_one();
  }
  std::string take() {
    std::unique_lock lock(mutex_);
    filled_.wait(lock, [this] { return !lines_.empty(); });
    std::string line = lines_.front();
    lines_.pop();
    return line;
  }

 private:
  std::mutex mutex_;
  std::condition_variable filled_;
  std::queue<std::string> lines_;
};

/// From thread to thread, six times.
void hands_to_threads() {
  static std::vector<Mailbox> boxes(6);
  for (std::size_t i = 0; i < boxes.size(); ++i)
    std::thread([i] {
      for (;;) {
        const std::string line = boxes[i].take();
        compute_a_little();
        i + 1 < boxes.size() ? boxes[i + 1].put(line) : say(line);
      }
    }).detach();
  for (std::string line; read_line(0, line);) boxes[0].put(line);
}

/// A thread of it naps on for a while after each line, as those of some runtimes do.
void naps_on() {
  static Mailbox box;
  std::thread([] {
    for (;;) {
      box.take();
      for (int i = 0; i < 20; ++i) std::this_thread::sleep_for(milliseconds(1));
    }
  }).detach();
  for (std::string line; read_line(0, line); say(line)) box.put(line);
}

/// A thread of it looks again and again for what there is to do.
void naps_for_ever() {
  std::thread([] {
    for (;;) std::this_thread::sleep_for(milliseconds(1));
  }).detach();
  for (std::string line; read_line(0, line);) say(line);
}

/// To a thread that naps until it finds something to do.
void hands_to_a_napper() {
  static Mailbox box;
  static std::atomic<int> lines = 0;
  std::thread([] {
    for (;;) {
      while (lines == 0) std::this_thread::sleep_for(microseconds(100));
      --lines;
      say(box.take());
    }
  }).detach();
  for (std::string line; read_line(0, line); ++lines) box.put(line);
}

void pass_on(int from, int to) {
  for (std::string line; read_line(from, line);) {
    compute_a_little();
    if (write(to, line.data(), line.size()) < 0) std::abort();
  }
}

/// From process to process, six times.
void hands_to_processes() {
  int from = 0;
  for (int i = 0; i < 6; ++i) {
    int ends[2];
    if (pipe(ends) != 0) std::abort();
    if (fork() == 0) {
      close(ends[0]);
      pass_on(from, ends[1]);
      std::_Exit(0);
    }
    close(ends[1]);
    from = ends[0];
  }
  pass_on(from, 1);
}

/// Each line to a process of its own, which moves away.
void leaves_it_to_orphans() {
  std::signal(SIGCHLD, SIG_IGN);
  for (std::string line; read_line(0, line);) {
    if (fork() != 0) continue;
    if (fork() != 0) std::_Exit(0);
    setsid();
    compute(microseconds(500));
    say(line);
    std::_Exit(0);
  }
}

/// Each line to a thread of its own.
void starts_threads() {
  for (std::string line; read_line(0, line);)
    std::thread([line] {
      compute_a_little();
      say(line);
    }).detach();
}

/// Through a socket of the internet protocols.
void talks_to_itself() {
  const int door = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof place;
  auto* const address = reinterpret_cast<sockaddr*>(&place);
  if (bind(door, address, size) != 0 || listen(door, 1) != 0) std::abort();
  getsockname(door, address, &size);
  const int there = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(there, address, size) != 0) std::abort();
  const int here = accept(door, nullptr, nullptr);
  std::thread([here] { pass_on(here, here); }).detach();
  std::thread([there] { pass_on(there, 1); }).detach();
  pass_on(0, there);
}

void answers_after_a_while() {
  for (std::string line; read_line(0, line);)
    std::thread([line] {
      std::this_thread::sleep_for(milliseconds(50));
      say(line);
    }).detach();
}

/// Answers the first line, and then computes for ever.
void never_rests() {
  std::string line;
  if (read_line(0, line)) say(line);
  for (;;) compute(milliseconds(1));
}

/// Answers, while a thread wakes again and again for nothing.
void ticks() {
  std::thread([] {
    for (;;) std::this_thread::sleep_for(microseconds(500));
  }).detach();
  for (std::string line; read_line(0, line); say(line)) compute_a_little();
}

struct Way {
  std::string_view name;
  void (*go)();
};

constexpr Way ways[] = {{"computes", computes},
                        {"hands-to-threads", hands_to_threads},
                        {"hands-to-a-napper", hands_to_a_napper},
                        {"naps-on", naps_on},
                        {"naps-for-ever", naps_for_ever},
                        {"hands-to-processes", hands_to_processes},
                        {"leaves-it-to-orphans", leaves_it_to_orphans},
                        {"starts-threads", starts_threads},
                        {"talks-to-itself", talks_to_itself},
                        {"answers-after-a-while", answers_after_a_while},
                        {"never-rests", never_rests},
                        {"ticks", ticks}};

}  // namespace

int main(int count, char** words) {
  for (const Way& way : ways)
    if (count == 2 && way.name == words[1]) way.go();
  return 1;
}
