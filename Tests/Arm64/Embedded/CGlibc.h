// What the rooms use of the C library: the toolchain's own module is for hosts it knows.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static inline int *place_of_errno(void) { return &errno; }
static inline char **inherited_environment(void) { return environ; }
static inline int fcntl_with_value(int descriptor, int command, int value) { return fcntl(descriptor, command, value); }
