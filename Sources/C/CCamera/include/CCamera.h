// Cameras of Video4Linux, in C because Swift does not import its request numbers. JPEG frames are read by
// libturbojpeg, which is loaded when a camera sends them.
#pragma once
#include <stddef.h>
#include <stdint.h>

enum { camera_buffers = 4 };

typedef struct {
  int width, height;
  int stride;    // bytes from one row to the next; for YUYV
  int is_mjpeg;  // else YUYV
  int count;
  unsigned char *bytes[camera_buffers];
  size_t sizes[camera_buffers];
} CameraStream;

// Writes the name of a camera that streams video. Returns 1, or 0 if the device is no such camera.
int camera_name(int device, char *name, size_t room);

// Asks for frames of about this size, and begins to stream. Returns null, or what the device refused, with errno
// set.
const char *camera_begin(int device, int width, int height, CameraStream *stream);

// Returns the number of the buffer with the next frame, and sets how many of its bytes are used. Returns -1 with
// errno set if there is none.
int camera_take(int device, size_t *used);

// Gives a buffer back. Returns -1 with errno set if that fails.
int camera_give(int device, int number);

void camera_end(int device, CameraStream *stream);

// Loads libturbojpeg once. Returns whether it is there.
int jpeg_load(void);

// Sets the sides of a JPEG. Returns 0 if the bytes are not a JPEG. Call it only after jpeg_load.
int jpeg_sides(const unsigned char *bytes, size_t count, int *width, int *height);

// Writes the brightness of a JPEG, a byte for each pixel. Returns 0 if it is damaged.
int jpeg_gray(const unsigned char *bytes, size_t count, int width, int height, unsigned char *pixels);
