// Files that are part of the binary.
#pragma once
#include <stddef.h>

typedef struct {
  const char *path;  // as in the repository: "mappings/korg-nanokontrol2.yaml"
  const unsigned char *bytes;
  size_t count;
} ShippedFile;

extern const ShippedFile shipped_files[];  // in the order of their paths
extern const size_t shipped_file_count;

// Swift does not import arrays of unknown length.
static inline const ShippedFile *shipped_file(size_t index) { return &shipped_files[index]; }
