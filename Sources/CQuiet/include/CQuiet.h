#pragma once

// Keeps the ALSA library from writing to standard error. In C, because its handler takes any number of
// arguments, a type Swift does not have.
void quiet_alsa(void);

// Keeps JACK's library from doing so, if ALSA has loaded it for a PCM that leads there.
void quiet_jack(void);
