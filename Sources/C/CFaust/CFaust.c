#include "CFaust.h"

void *faust_create(const FaustFunctions *f) { return ((void *(*)(void))f->create)(); }

void faust_destroy(const FaustFunctions *f, void *state) { ((void (*)(void *))f->destroy)(state); }

void faust_init_shared(const FaustFunctions *f, int frames_per_second) {
  ((void (*)(int))f->class_init)(frames_per_second);
}

void faust_init(const FaustFunctions *f, void *state, int frames_per_second) {
  ((void (*)(void *, int))f->instance_init)(state, frames_per_second);
}

void faust_build_interface(const FaustFunctions *f, void *state, FaustInterface *interface) {
  ((void (*)(void *, FaustInterface *))f->build_interface)(state, interface);
}

void faust_metadata(const FaustFunctions *f, FaustMetadata *metadata) {
  ((void (*)(FaustMetadata *))f->metadata)(metadata);
}

int faust_input_count(const FaustFunctions *f, void *state) {
  return ((int (*)(void *))f->input_count)(state);
}

int faust_output_count(const FaustFunctions *f, void *state) {
  return ((int (*)(void *))f->output_count)(state);
}

void faust_init_groups(const FaustGroupFunctions *f, int frames_per_second) {
  ((void (*)(int))f->class_init)(frames_per_second);
}

void faust_init_group(const FaustGroupFunctions *f, void *group, const void *voice) {
  ((void (*)(void *, const void *))f->init)(group, voice);
}
