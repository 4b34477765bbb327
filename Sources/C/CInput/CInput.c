#include "CInput.h"
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>

int input_name(int device, char *name, size_t room) {
  return ioctl(device, EVIOCGNAME(room), name) >= 0;
}

int input_has_slots(int device) {
  unsigned char axes[ABS_CNT / 8 + 1] = {0};
  if (ioctl(device, EVIOCGBIT(EV_ABS, sizeof axes), axes) < 0) return 0;
  return axes[ABS_MT_SLOT / 8] >> ABS_MT_SLOT % 8 & axes[ABS_MT_POSITION_X / 8] >> ABS_MT_POSITION_X % 8 & 1;
}

int input_range(int device, int axis, int *low, int *high) {
  struct input_absinfo info;
  if (ioctl(device, EVIOCGABS(axis), &info) < 0 || info.maximum <= info.minimum) return 0;
  *low = info.minimum;
  *high = info.maximum;
  return 1;
}

int input_slots(int device, int axis, int *values, int count) {
  enum { most = 64 };
  struct {
    unsigned axis;
    int values[most];
  } request = {.axis = axis};
  if (count > most || ioctl(device, EVIOCGMTSLOTS(sizeof request), &request) < 0) return 0;
  memcpy(values, request.values, count * sizeof *values);
  return 1;
}

int input_use_monotonic_clock(int device) {
  int clock = CLOCK_MONOTONIC;
  return ioctl(device, EVIOCSCLOCKID, &clock) == 0;
}

int input_grab(int device) { return ioctl(device, EVIOCGRAB, 1) == 0; }
