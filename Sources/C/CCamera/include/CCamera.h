// Cameras by Video4Linux, whose request numbers Swift does not see; and JPEG frames by libturbojpeg, which is looked up
// when a camera sends them.
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

// The name of a device that records video in streams; 0 if it is none.
int camera_name(int device, char *name, size_t room);

// Asks for frames of about this size, and begins to stream. Null, or what the device refuses, with errno.
const char *camera_begin(int device, int width, int height, CameraStream *stream);

// The number of the buffer with the next frame, and how many of its bytes are used; -1 with errno.
int camera_take(int device, size_t *used);

// Gives a buffer back; -1 with errno.
int camera_give(int device, int number);

void camera_end(int device, CameraStream *stream);

// Whether libturbojpeg is there.
int jpeg_load(void);

// The sides of a JPEG; 0 if it is none. To be called only after jpeg_load.
int jpeg_sides(const unsigned char *bytes, size_t count, int *width, int *height);

// Its brightness, a byte for each pixel; 0 if it is damaged.
int jpeg_gray(const unsigned char *bytes, size_t count, int width, int height, unsigned char *pixels);
