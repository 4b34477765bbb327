#include "CReferenceVoice.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#define LANES 8
#define STEP 16

typedef float lanes __attribute__((vector_size(4 * LANES)));
typedef int32_t mask __attribute__((vector_size(4 * LANES)));

typedef struct {
  lanes phase[2], increment[2];
  lanes low, band;
  lanes amp, amp_goal, amp_rate, filter, filter_goal, filter_rate;
  lanes velocity, pitch;
} group;

struct reference_voices {
  int group_count;
  float rate;
  group *groups;
};

static inline lanes all(float x) { return (lanes){x, x, x, x, x, x, x, x}; }

static inline lanes choose(mask where, lanes yes, lanes no) {
  return (lanes)(((mask)yes & where) | ((mask)no & ~where));
}

reference_voices *reference_voices_create(int count, float frames_per_second) {
  reference_voices *v = malloc(sizeof *v);
  v->group_count = (count + LANES - 1) / LANES;
  v->rate = frames_per_second;
  v->groups = aligned_alloc(64, ((size_t)v->group_count * sizeof(group) + 63) & ~(size_t)63);
  for (int g = 0; g < v->group_count; g++) {
    group *p = v->groups + g;
    *p = (group){0};
    for (int l = 0; l < LANES; l++) {
      float hertz = 440 * exp2f((float)(((g * LANES + l) * 7) % 36 - 18) / 12);
      p->increment[0][l] = hertz / v->rate;
      p->increment[1][l] = hertz * exp2f(7.0f / 1200) / v->rate;
      p->pitch[l] = log2f(hertz / 261.63f);
      p->velocity[l] = 0.8f;
    }
    p->amp_goal = p->filter_goal = all(1.3f);
    p->amp_rate = all(1.466f / (0.005f * v->rate));
    p->filter_rate = all(1.466f / (0.01f * v->rate));
  }
  return v;
}

void reference_voices_destroy(reference_voices *v) {
  free(v->groups);
  free(v);
}

static inline lanes saw(lanes *phase, lanes increment) {
  lanes t = *phase;
  lanes after = t / increment, before = (t - 1) / increment;
  lanes corner = choose(t < increment, after + after - after * after - 1,
                        choose(t > 1 - increment, before * before + before + before + 1, all(0)));
  lanes next = t + increment;
  *phase = next - choose(next >= 1, all(1), all(0));
  return 2 * t - 1 - corner;
}

// One sample of an attack that falls to its sustain level when it has reached the top.
static inline lanes envelope(lanes *level, lanes *goal, lanes *rate, float sustain, float decay_rate) {
  lanes next = *level + (*goal - *level) * *rate;
  mask top = next >= 1;
  *goal = choose(top, all(sustain), *goal);
  *rate = choose(top, all(decay_rate), *rate);
  *level = choose(top, all(1), next);
  return *level;
}

static void render_step(group *p, float *out, float rate) {
  lanes g, cutoff;
  float k = 2 * exp2f(-6.65f * 0.6f);
  for (int l = 0; l < LANES; l++) {
    cutoff[l] = 1200 * exp2f(0.3f * p->pitch[l] + 2.5f * p->filter[l]);
    g[l] = tanf(3.14159265f * fminf(cutoff[l] / rate, 0.49f));
  }
  lanes a1 = 1 / (1 + g * (g + k)), a2 = g * a1, a3 = g * a2;
  const lanes velocity = p->velocity * p->velocity;
  for (int i = 0; i < STEP; i++) {
    lanes x = (saw(&p->phase[0], p->increment[0]) + saw(&p->phase[1], p->increment[1])) * 0.5f;
    lanes v3 = x - p->low;
    lanes v1 = a1 * p->band + a2 * v3;
    lanes v2 = p->low + a2 * p->band + a3 * v3;
    p->band = 2 * v1 - p->band;
    p->low = 2 * v2 - p->low;
    envelope(&p->filter, &p->filter_goal, &p->filter_rate, 0.4f, 6.9f / (0.6f * rate));
    lanes y = v2 * envelope(&p->amp, &p->amp_goal, &p->amp_rate, 0.75f, 6.9f / (0.5f * rate)) * velocity;
    out[i] += ((y[0] + y[4]) + (y[2] + y[6])) + ((y[1] + y[5]) + (y[3] + y[7]));
  }
}

void reference_voices_render(reference_voices *v, float *out, int frames) {
  for (int at = 0; at < frames; at += STEP)
    for (int g = 0; g < v->group_count; g++) render_step(v->groups + g, out + at, v->rate);
}
