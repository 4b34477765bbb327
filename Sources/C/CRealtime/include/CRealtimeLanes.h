// Operations on eight lanes that Swift lacks:
// - what crosses lanes: totals of eight vectors, and rows that become columns;
// - a table look-up at eight indices at once; written in Swift, the optimiser makes scalar code of it, twice as slow;
// - whether a condition holds in any lane;
// - a·b+c that is one instruction on targets that have it and two on others, where Swift's
//   `addingProduct` calls a library function.
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

#define RT_LANES static inline __attribute__((always_inline, swift_attr("@_noLocks")))

// Loads eight floats from an address of any alignment.
RT_LANES rt_lanes rt_load_lanes(const float *from) {
  rt_lanes lanes;
  __builtin_memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

RT_LANES void rt_store_lanes(rt_lanes lanes, float *to) { __builtin_memcpy(to, &lanes, sizeof lanes); }

// a·b+c
RT_LANES rt_lanes rt_fused(rt_lanes a, rt_lanes b, rt_lanes c) { return a * b + c; }

// c−a·b
RT_LANES rt_lanes rt_fused_less(rt_lanes a, rt_lanes b, rt_lanes c) { return c - a * b; }

// Both low halves, and both high halves. The elements of both in turn, from the low and from the high pairs of each half.
// The low and the high pairs of each half. These are macros: without AVX, a call may not hand over eight lanes.
#define RT_LOW_HALVES(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11)
#define RT_HIGH_HALVES(a, b) __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15)
#define RT_LOW_IN_TURN(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13)
#define RT_HIGH_IN_TURN(a, b) __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15)
#define RT_LOW_PAIRS(a, b) __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13)
#define RT_HIGH_PAIRS(a, b) __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15)

// The totals of eight vectors, each in the order of `Lanes.total`. Totals one by one take three times as long.
RT_LANES rt_lanes rt_totals(rt_lanes a, rt_lanes b, rt_lanes c, rt_lanes d, rt_lanes e, rt_lanes f, rt_lanes g,
                            rt_lanes h) {
  rt_lanes ae = RT_LOW_HALVES(a, e) + RT_HIGH_HALVES(a, e);
  rt_lanes bf = RT_LOW_HALVES(b, f) + RT_HIGH_HALVES(b, f);
  rt_lanes cg = RT_LOW_HALVES(c, g) + RT_HIGH_HALVES(c, g);
  rt_lanes dh = RT_LOW_HALVES(d, h) + RT_HIGH_HALVES(d, h);
  rt_lanes first = RT_LOW_IN_TURN(ae, bf) + RT_HIGH_IN_TURN(ae, bf);
  rt_lanes second = RT_LOW_IN_TURN(cg, dh) + RT_HIGH_IN_TURN(cg, dh);
  return RT_LOW_PAIRS(first, second) + RT_HIGH_PAIRS(first, second);
}

// Makes columns of eight rows of eight floats. A stride is the distance of two rows.
RT_LANES void rt_turn(const float *from, long stride, float *to, long to_stride) {
  rt_lanes rows[8], pairs[8], fours[8];
  for (int row = 0; row < 8; row++) __builtin_memcpy(&rows[row], from + row * stride, sizeof rows[row]);
  for (int row = 0; row < 8; row += 2) {
    pairs[row] = RT_LOW_IN_TURN(rows[row], rows[row + 1]);
    pairs[row + 1] = RT_HIGH_IN_TURN(rows[row], rows[row + 1]);
  }
  for (int row = 0; row < 8; row += 4) {
    fours[row] = RT_LOW_PAIRS(pairs[row], pairs[row + 2]);
    fours[row + 1] = RT_HIGH_PAIRS(pairs[row], pairs[row + 2]);
    fours[row + 2] = RT_LOW_PAIRS(pairs[row + 1], pairs[row + 3]);
    fours[row + 3] = RT_HIGH_PAIRS(pairs[row + 1], pairs[row + 3]);
  }
  for (int row = 0; row < 4; row++) {
    rt_lanes low = RT_LOW_HALVES(fours[row], fours[row + 4]), high = RT_HIGH_HALVES(fours[row], fours[row + 4]);
    __builtin_memcpy(to + row * to_stride, &low, sizeof low);
    __builtin_memcpy(to + (row + 4) * to_stride, &high, sizeof high);
  }
}

// Converts integers to floats.
RT_LANES rt_lanes rt_floats(rt_lane_integers x) { return __builtin_convertvector(x, rt_lanes); }

// Whether any lane's highest bit is set.
RT_LANES _Bool rt_any(rt_lane_integers x) {
#if defined(__AVX2__)
  return _mm256_movemask_ps((__m256)x) != 0;
#elif defined(__SSE2__)
  __m128 halves[2];
  __builtin_memcpy(halves, &x, sizeof halves);
  return _mm_movemask_ps(_mm_or_ps(halves[0], halves[1])) != 0;
#else
  int32_t all = 0;
  for (int lane = 0; lane < 8; lane++) all |= x[lane];
  return all < 0;
#endif
}

// The element of `words` at each index.
RT_LANES rt_lane_words rt_pick(const uint32_t *words, rt_lane_words index) {
#if defined(__AVX2__)
  return (rt_lane_words)_mm256_i32gather_epi32((const int *)words, (__m256i)index, 4);
#else
  uint32_t at[8] __attribute__((aligned(32)));
  __builtin_memcpy(at, &index, sizeof at);
  return (rt_lane_words){words[at[0]], words[at[1]], words[at[2]], words[at[3]],
                         words[at[4]], words[at[5]], words[at[6]], words[at[7]]};
#endif
}

// What each lane of a ring of frames of eight samples had `delay` frames before `position`, interpolated linearly. `mask` is the ring's
// length less one.
RT_LANES rt_lanes rt_read_delays(const float *samples, int mask, int position, rt_lanes delay) {
  rt_lane_integers whole = __builtin_convertvector(delay, rt_lane_integers);
  rt_lanes newer, older;
  for (int lane = 0; lane < 8; lane++) {
    int at = position - whole[lane];
    newer[lane] = samples[8 * (at & mask) + lane];
    older[lane] = samples[8 * ((at - 1) & mask) + lane];
  }
  return newer + (older - newer) * (delay - __builtin_convertvector(whole, rt_lanes));
}

// `words` at the top 32 − `shift` bits of each phase, plus an offset.
RT_LANES rt_lane_words rt_look_up(const uint32_t *words, rt_lane_words phase, rt_lane_words shift,
                                  rt_lane_words offset) {
#if defined(__SSE2__) && !defined(__AVX2__)
  // SSE2 cannot shift each lane by its own count. The upper half of a product with a power of two is the same
  // shift.
  rt_lane_words length = (rt_lane_words)1 << (32 - shift);
  uint32_t at[16] __attribute__((aligned(32)));
  __m128i p[2], n[2];
  __builtin_memcpy(p, &phase, sizeof p);
  __builtin_memcpy(n, &length, sizeof n);
  for (int half = 0; half < 2; half++) {
    __m128i even = _mm_mul_epu32(p[half], n[half]);
    __m128i odd = _mm_mul_epu32(_mm_srli_epi64(p[half], 32), _mm_srli_epi64(n[half], 32));
    _mm_store_si128((__m128i *)at + 2 * half, even);
    _mm_store_si128((__m128i *)at + 2 * half + 1, odd);
  }
  const uint32_t *o = (const uint32_t *)&offset;
  return (rt_lane_words){words[at[1] + o[0]],  words[at[5] + o[1]],  words[at[3] + o[2]],
                         words[at[7] + o[3]],  words[at[9] + o[4]],  words[at[13] + o[5]],
                         words[at[11] + o[6]], words[at[15] + o[7]]};
#else
  return rt_pick(words, (phase >> shift) + offset);
#endif
}
