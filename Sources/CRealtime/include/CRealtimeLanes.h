// Eight lanes of table look-up. In C because Swift has no gather, and because the optimiser takes a
// gather written in Swift apart into scalar code twice as slow.
#pragma once
#include <stdint.h>
#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

typedef float rt_lanes __attribute__((ext_vector_type(8)));
typedef uint32_t rt_lane_words __attribute__((ext_vector_type(8)));
typedef int32_t rt_lane_integers __attribute__((ext_vector_type(8)));

// Eight floats from wherever they lie.
static inline __attribute__((always_inline, swift_attr("@_noLocks"))) rt_lanes rt_load_lanes(const float *from) {
  rt_lanes lanes;
  __builtin_memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

#if defined(__SSE2__) && !defined(__AVX2__)
// Two samples each from two places.
static inline __attribute__((always_inline)) __m128 rt_pairs(const float *low, const float *high) {
  return _mm_loadh_pi(_mm_castpd_ps(_mm_load_sd((const double *)low)), (const __m64 *)high);
}
#endif

// Reads `table`, 4,096 samples a cycle, at the top 12 bits of each phase plus its offset, on a straight
// line to the next sample by the 16 bits below them.
static inline __attribute__((always_inline, swift_attr("@_noLocks"))) rt_lanes rt_look_up(
    const float *table, rt_lane_words phase, rt_lane_words offset) {
  rt_lane_words index = (phase >> 20) + offset;
  rt_lane_integers below = (rt_lane_integers)((phase >> 4) & 0xffff);
  rt_lanes fraction = __builtin_convertvector(below, rt_lanes) * (1.0f / 65536);
#if defined(__AVX2__)
  rt_lanes here = (rt_lanes)_mm256_i32gather_ps(table, (__m256i)index, 4);
  rt_lanes next = (rt_lanes)_mm256_i32gather_ps(table + 1, (__m256i)index, 4);
#elif defined(__SSE2__)
  // A sample and its neighbour come in one load of 64 bits, two lanes to a register.
  uint32_t at[8] __attribute__((aligned(32)));
  __builtin_memcpy(at, &index, sizeof at);
  __m128 first = rt_pairs(table + at[0], table + at[1]);
  __m128 second = rt_pairs(table + at[2], table + at[3]);
  __m128 third = rt_pairs(table + at[4], table + at[5]);
  __m128 fourth = rt_pairs(table + at[6], table + at[7]);
  __m128 here_low = _mm_shuffle_ps(first, second, 0x88), next_low = _mm_shuffle_ps(first, second, 0xdd);
  __m128 here_high = _mm_shuffle_ps(third, fourth, 0x88), next_high = _mm_shuffle_ps(third, fourth, 0xdd);
  rt_lanes here = __builtin_shufflevector(here_low, here_high, 0, 1, 2, 3, 4, 5, 6, 7);
  rt_lanes next = __builtin_shufflevector(next_low, next_high, 0, 1, 2, 3, 4, 5, 6, 7);
#else
  rt_lanes here, next;
  for (int lane = 0; lane < 8; lane++) {
    here[lane] = table[index[lane]];
    next[lane] = table[index[lane] + 1];
  }
#endif
  return here + (next - here) * fraction;
}
