// Input devices of the kernel (evdev), whose request numbers Swift does not see.
#pragma once
#include <linux/input.h>
#include <stddef.h>
#include <stdint.h>

// The stamp of an event.
static inline uint64_t input_nanoseconds(struct input_event event) {
  return (uint64_t)event.input_event_sec * 1000000000 + (uint64_t)event.input_event_usec * 1000;
}

// The name of a device; 0 if it is none.
int input_name(int device, char *name, size_t room);

// Whether it reports fingers in slots.
int input_has_slots(int device);

// The ends of an axis; 0 if it has none.
int input_range(int device, int axis, int *low, int *high);

// The slot that the next events are about, and the number of slots; 0 if it has none.
int input_slot(int device, int *current, int *count);

// What each of `count` slots says of an axis; 0 if the device cannot tell.
int input_slots(int device, int axis, int *values, int count);

// Stamps by CLOCK_MONOTONIC.
int input_use_monotonic_clock(int device);

// With 1 no other program receives its events until it is closed, or this is called with 0. Returns 0, or an error's
// number: EBUSY if another program has grabbed it.
int input_grab(int device, int grabs);

// Whether it measures acceleration.
int input_is_motion_sensor(int device);

// What an axis says now, and how many numbers make one of its units; 0 and 0 for an axis that it does not have.
void input_axis(int device, int axis, int *value, int *resolution);

// Waits until one of at most 16 descriptors can be read, or the time has passed. Returns how many can.
int input_wait(const int *descriptors, int count, int milliseconds);
