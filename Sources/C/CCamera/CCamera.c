#include "CCamera.h"
#include <dlfcn.h>
#include <errno.h>
#include <linux/videodev2.h>
#include <pthread.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

static int ask(int device, unsigned long request, void *argument) {
  int answer;
  do answer = ioctl(device, request, argument);
  while (answer < 0 && errno == EINTR);
  return answer;
}

int camera_name(int device, char *name, size_t room) {
  struct v4l2_capability capability = {0};
  if (ask(device, VIDIOC_QUERYCAP, &capability) < 0) return 0;
  unsigned can = capability.capabilities & V4L2_CAP_DEVICE_CAPS ? capability.device_caps : capability.capabilities;
  if (!(can & V4L2_CAP_VIDEO_CAPTURE) || !(can & V4L2_CAP_STREAMING)) return 0;
  size_t length = strnlen((char *)capability.card, sizeof capability.card);
  if (length >= room) length = room - 1;
  memcpy(name, capability.card, length);
  name[length] = 0;
  return 1;
}

// YUYV needs no decoder; what only sends JPEG is asked for that.
static int choose_format(int device, int width, int height, struct v4l2_format *format) {
  static const unsigned kinds[] = {V4L2_PIX_FMT_YUYV, V4L2_PIX_FMT_MJPEG, V4L2_PIX_FMT_JPEG};
  for (int index = 0; index < 3; index++) {
    memset(format, 0, sizeof *format);
    format->type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    format->fmt.pix.width = width;
    format->fmt.pix.height = height;
    format->fmt.pix.pixelformat = kinds[index];
    format->fmt.pix.field = V4L2_FIELD_ANY;
    // Most drivers answer with a format of theirs that they do have, some refuse.
    if (ask(device, VIDIOC_S_FMT, format) < 0) {
      if (errno != EINVAL) return -1;
    } else if (format->fmt.pix.pixelformat == kinds[index]) {
      return 0;
    }
  }
  errno = ENOTSUP;
  return -1;
}

static int map_buffer(int device, int number, CameraStream *stream) {
  struct v4l2_buffer buffer = {
      .index = number, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
  if (ask(device, VIDIOC_QUERYBUF, &buffer) < 0) return -1;
  void *bytes = mmap(0, buffer.length, PROT_READ, MAP_SHARED, device, buffer.m.offset);
  if (bytes == MAP_FAILED) return -1;
  stream->bytes[number] = bytes;
  stream->sizes[number] = buffer.length;
  stream->count = number + 1;
  return ask(device, VIDIOC_QBUF, &buffer);
}

const char *camera_begin(int device, int width, int height, CameraStream *stream) {
  memset(stream, 0, sizeof *stream);
  struct v4l2_format format;
  if (choose_format(device, width, height, &format) < 0) return "it sends neither YUYV nor JPEG";
  stream->width = format.fmt.pix.width;
  stream->height = format.fmt.pix.height;
  stream->stride = format.fmt.pix.bytesperline;
  stream->is_mjpeg = format.fmt.pix.pixelformat != V4L2_PIX_FMT_YUYV;
  struct v4l2_requestbuffers wanted = {
      .count = camera_buffers, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
  if (ask(device, VIDIOC_REQBUFS, &wanted) < 0 || wanted.count < 1) return "it gives no buffers";
  for (unsigned number = 0; number < wanted.count && number < camera_buffers; number++)
    if (map_buffer(device, number, stream) < 0) return "its buffers cannot be used";
  int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  return ask(device, VIDIOC_STREAMON, &type) < 0 ? "it does not begin" : 0;
}

int camera_take(int device, size_t *used) {
  struct v4l2_buffer buffer = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
  if (ask(device, VIDIOC_DQBUF, &buffer) < 0) return -1;
  *used = buffer.flags & V4L2_BUF_FLAG_ERROR ? 0 : buffer.bytesused;
  return buffer.index;
}

int camera_give(int device, int number) {
  struct v4l2_buffer buffer = {
      .index = number, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
  return ask(device, VIDIOC_QBUF, &buffer);
}

void camera_end(int device, CameraStream *stream) {
  int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  ask(device, VIDIOC_STREAMOFF, &type);
  for (int number = 0; number < stream->count; number++) munmap(stream->bytes[number], stream->sizes[number]);
  stream->count = 0;
}

// libturbojpeg

static void *(*begin_jpeg)(void);
static int (*end_jpeg)(void *);
static int (*read_header)(void *, const unsigned char *, unsigned long, int *, int *, int *, int *);
static int (*decompress)(void *, const unsigned char *, unsigned long, unsigned char *, int, int, int, int, int);
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded;

static void load(void) {
  void *library = dlopen("libturbojpeg.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  *(void **)&begin_jpeg = dlsym(library, "tjInitDecompress");
  *(void **)&end_jpeg = dlsym(library, "tjDestroy");
  *(void **)&read_header = dlsym(library, "tjDecompressHeader3");
  *(void **)&decompress = dlsym(library, "tjDecompress2");
  is_loaded = begin_jpeg && end_jpeg && read_header && decompress;
}

int jpeg_load(void) {
  pthread_once(&once, load);
  return is_loaded;
}

// One for each thread, kept until the process ends: only camera threads have one.
static _Thread_local void *own_decoder;

static void *decoder(void) {
  if (!own_decoder) own_decoder = begin_jpeg();
  return own_decoder;
}

// A header that ends too early leaves the decoder inside it, and every later picture would be refused.
static int is_read(int status) {
  if (status == 0) return 1;
  end_jpeg(own_decoder);
  own_decoder = 0;
  return 0;
}

int jpeg_sides(const unsigned char *bytes, size_t count, int *width, int *height) {
  int sampling, space;
  return decoder() && is_read(read_header(decoder(), bytes, count, width, height, &sampling, &space));
}

int jpeg_gray(const unsigned char *bytes, size_t count, int width, int height, unsigned char *pixels) {
  enum { gray = 6 };
  return decoder() && is_read(decompress(decoder(), bytes, count, pixels, width, width, height, gray, 0));
}
