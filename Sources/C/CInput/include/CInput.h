// Input devices of the kernel (evdev), in C because Swift does not import its request numbers.
#pragma once
#include <linux/input.h>
#include <stddef.h>
#include <stdint.h>

// The time stamp of an event.
static inline uint64_t input_nanoseconds(struct input_event event) {
  return (uint64_t)event.input_event_sec * 1000000000 + (uint64_t)event.input_event_usec * 1000;
}

// Writes the name of a device. Returns 0 if it is not an input device.
int input_name(int device, char *name, size_t room);

// Whether it reports fingers in slots.
int input_has_slots(int device);

// Sets the range of an axis. Returns 0 if the device does not have the axis.
int input_range(int device, int axis, int *low, int *high);

// Sets the slot that the next events are about, and the number of slots. Returns 0 if the device has no slots.
int input_slot(int device, int *current, int *count);

// Writes the value of an axis in each of `count` slots, at most 64. Returns 0 if that is not possible.
int input_slots(int device, int axis, int *values, int count);

// Stamps events with CLOCK_MONOTONIC from now on. Returns whether that was possible.
int input_use_monotonic_clock(int device);

// With 1, no other program receives the device's events until it is closed or this is called with 0. Returns 0 or
// an errno: EBUSY if another program has grabbed it.
int input_grab(int device, int grabs);

// Whether the device is marked as a motion sensor.
int input_is_motion_sensor(int device);

// Sets the current value of an axis and its resolution in numbers per unit; both are 0 if the device does not have
// it.
void input_axis(int device, int axis, int *value, int *resolution);

// Waits until one of at most 16 descriptors can be read, or the time has passed. Returns how many can; -1 on an
// error.
int input_wait(const int *descriptors, int count, int milliseconds);
