// Eight lanes of table look-up. In C because Swift has no gather, and because the optimiser takes a
// gather written in Swift apart into scalar code twice as slow.
#pragma once
#include <stdint.h>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

typedef float rt_lanes __attribute__((ext_vector_type(8)));
typedef uint32_t rt_lane_words __attribute__((ext_vector_type(8)));
typedef int32_t rt_lane_integers __attribute__((ext_vector_type(8)));

// Reads `table`, 4,096 samples a cycle, at the top 12 bits of each phase plus its offset, interpolated linearly to the next
// sample by the 16 bits below them.
static inline __attribute__((always_inline, swift_attr("@_noLocks"))) rt_lanes rt_look_up(
    const float *table, rt_lane_words phase, rt_lane_words offset) {
  rt_lane_words index = (phase >> 20) + offset;
  rt_lane_integers below = (rt_lane_integers)((phase >> 4) & 0xffff);
  rt_lanes fraction = __builtin_convertvector(below, rt_lanes) * (1.0f / 65536);
#if defined(__AVX2__)
  rt_lanes here = (rt_lanes)_mm256_i32gather_ps(table, (__m256i)index, 4);
  rt_lanes next = (rt_lanes)_mm256_i32gather_ps(table + 1, (__m256i)index, 4);
#else
  rt_lanes here, next;
  for (int lane = 0; lane < 8; lane++) {
    here[lane] = table[index[lane]];
    next[lane] = table[index[lane] + 1];
  }
#endif
  return here + (next - here) * fraction;
}
