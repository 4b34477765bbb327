#include "CInput.h"
#include <errno.h>
#include <poll.h>
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

int input_slot(int device, int *current, int *count) {
  struct input_absinfo info;
  if (ioctl(device, EVIOCGABS(ABS_MT_SLOT), &info) < 0 || info.maximum < 0) return 0;
  *current = info.value;
  *count = info.maximum + 1;
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

int input_grab(int device, int grabs) { return ioctl(device, EVIOCGRAB, grabs) == 0 ? 0 : errno; }

int input_is_motion_sensor(int device) {
  unsigned char properties[INPUT_PROP_CNT / 8 + 1] = {0};
  if (ioctl(device, EVIOCGPROP(sizeof properties), properties) < 0) return 0;
  return properties[INPUT_PROP_ACCELEROMETER / 8] >> INPUT_PROP_ACCELEROMETER % 8 & 1;
}

void input_axis(int device, int axis, int *value, int *resolution) {
  struct input_absinfo info = {0};
  if (ioctl(device, EVIOCGABS(axis), &info) < 0) info = (struct input_absinfo){0};
  *value = info.value;
  *resolution = info.resolution;
}

int input_wait(const int *descriptors, int count, int milliseconds) {
  enum { most = 16 };
  struct pollfd requests[most];
  if (count > most) count = most;
  for (int i = 0; i < count; i++) requests[i] = (struct pollfd){.fd = descriptors[i], .events = POLLIN};
  return poll(requests, count, milliseconds);
}
