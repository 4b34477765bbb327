// Files that travel inside the binary.
#pragma once
#include <stddef.h>

typedef struct {
  const char *path;  // as in the repository: "mappings/korg-nanokontrol2.yaml"
  const unsigned char *bytes;
  size_t count;
} ShippedFile;

extern const ShippedFile shipped_files[];
extern const size_t shipped_file_count;
