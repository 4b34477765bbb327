// What Swift's standard library asks of its host, and has on those it knows.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

const char *_swift_stdlib_strtod_clocale(const char *text, double *number) {
  char *end;
  *number = strtod(text, &end);
  return end;
}

ssize_t swift_stdlib_readLine_stdin(unsigned char **line) {
  size_t capacity = 0;
  *line = NULL;
  return getline((char **)line, &capacity, stdin);
}
