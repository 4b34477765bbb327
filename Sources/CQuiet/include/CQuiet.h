#pragma once

// Keeps the ALSA library from writing to standard error. In C, because its handler takes any number of
// arguments, a type Swift does not have.
void quiet_alsa(void);
