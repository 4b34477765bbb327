#pragma once
#include <stdbool.h>

// How often the calling thread has asked for memory or given it back since it began. This library takes
// the place of the C library's allocator in the program it is linked into, and counts.
unsigned long malloc_probe_count(void);

// Whether it counts at all: it does not under a sanitizer.
bool malloc_probe_counts(void);
