// SPDX-License-Identifier: Apache-2.0
#include "fencepost/bench/benchmarks.hpp"
#include "fencepost/bench/figures.hpp"

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  fencepost::bench::register_memory();
  fencepost::bench::register_lockstep();
  fencepost::bench::register_rapidcheck();
  fencepost::bench::register_engines();
  fencepost::bench::register_rebuild();
  fencepost::bench::register_strategies();
  fencepost::bench::register_checking();
  fencepost::bench::register_shrinking();
  fencepost::bench::Figures figures;
  benchmark::RunSpecifiedBenchmarks(&figures);
  figures.print_aims();
}
