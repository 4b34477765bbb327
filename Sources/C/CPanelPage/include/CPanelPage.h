// The files of the panel's page, which are part of the binary.
#pragma once
#include <stddef.h>

typedef struct {
  const char *path;  // below Sources/Panel/Page: "index.html"
  const unsigned char *bytes;
  size_t count;
} PageBytes;

extern const PageBytes page_files[];  // in the order of their paths
extern const size_t page_file_count;

// Swift does not import arrays of unknown length.
static inline const PageBytes *page_file(size_t index) { return &page_files[index]; }
