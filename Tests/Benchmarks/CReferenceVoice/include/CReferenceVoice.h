// The reference voice of examples/patches/reference.yaml by hand in C, eight voices to a vector: the yardstick
// that says what the machine allows. Two detuned saws (two-sample polyBLEP), a zero-delay state-variable
// low-pass whose cutoff moves with its envelope every sixteen frames, two ADSRs, velocity.
#pragma once

typedef struct reference_voices reference_voices;

// `count` is rounded up to a multiple of eight. Voices are spread over three octaves around 440 Hz.
reference_voices *reference_voices_create(int count, float frames_per_second);
void reference_voices_destroy(reference_voices *voices);

// Adds `frames` samples of all voices to `out`; a multiple of sixteen.
void reference_voices_render(reference_voices *voices, float *out, int frames);
