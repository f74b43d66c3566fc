// SPDX-License-Identifier: Apache-2.0
// CHECK: a promise of our own code. Always on; a broken one says where and ends the program with
// exit code 70, since nothing that follows could be believed.
#pragma once

namespace fencepost {

[[noreturn]] void promise_broken(const char* promise, const char* file, int line);

}  // namespace fencepost

#define CHECK(promise) \
  ((promise) ? static_cast<void>(0) : ::fencepost::promise_broken(#promise, __FILE__, __LINE__))
