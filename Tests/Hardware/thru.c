// thru pass NAME RECEIVER | thru measure NAME COUNT ROUTER...
//
// pass: a client that sends what it gets on to RECEIVER, on channel 3, and does nothing else: what any router needs at
//   least.
// measure: a client NAME that sends COUNT notes to each ROUTER, one after the other, waits for each until it comes back,
//   and prints a line for each router: its middle and its 99th percentile, in microseconds.
//
//   cc -O1 thru.c -o thru -lasound
#include <alsa/asoundlib.h>
#include <time.h>

static snd_seq_t *open_client(const char *name, int *port) {
  snd_seq_t *seq;
  if (snd_seq_open(&seq, "default", SND_SEQ_OPEN_DUPLEX, 0) < 0) {
    fprintf(stderr, "thru: no sequencer\n");
    exit(1);
  }
  snd_seq_set_client_name(seq, name);
  *port = snd_seq_create_simple_port(seq, "thru", SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE,
                                     SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION);
  return seq;
}

// Waits for a client, a minute at most.
static snd_seq_addr_t address(snd_seq_t *seq, const char *name) {
  snd_seq_addr_t found;
  for (int tries = 0; snd_seq_parse_address(seq, &found, name) < 0; tries++) {
    if (tries == 3000) {
      fprintf(stderr, "thru: no client %s\n", name);
      exit(1);
    }
    usleep(20000);
  }
  return found;
}

static void send_to(snd_seq_t *seq, int port, snd_seq_addr_t receiver, snd_seq_event_t *event) {
  snd_seq_ev_set_source(event, port);
  event->dest = receiver;
  snd_seq_ev_set_direct(event);
  snd_seq_event_output_direct(seq, event);
}

static void pass(const char *name, const char *receiver) {
  int port;
  snd_seq_t *seq = open_client(name, &port);
  snd_seq_addr_t to = address(seq, receiver);
  snd_seq_event_t *event;
  for (;;) {
    if (snd_seq_event_input(seq, &event) < 0 || !snd_seq_ev_is_channel_type(event)) continue;
    event->data.note.channel = 2;
    send_to(seq, port, to, event);
  }
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e6 + time.tv_nsec * 1e-3;
}

// Microseconds until a note that is sent to a router comes back; a second if it does not.
static double echo(snd_seq_t *seq, int port, snd_seq_addr_t router, int index) {
  snd_seq_event_t note, *event;
  snd_seq_ev_clear(&note);
  if (index % 2 == 0) snd_seq_ev_set_noteon(&note, 0, 60, 100);
  else snd_seq_ev_set_noteoff(&note, 0, 60, 0);
  double sent = now();
  send_to(seq, port, router, &note);
  struct pollfd descriptor;
  snd_seq_poll_descriptors(seq, &descriptor, 1, POLLIN);
  while (snd_seq_event_input_pending(seq, 1) > 0 || poll(&descriptor, 1, 1000) > 0)
    if (snd_seq_event_input(seq, &event) >= 0 && snd_seq_ev_is_note_type(event)) return now() - sent;
  return 1e6;
}

static int is_longer(const void *a, const void *b) {
  double difference = *(const double *)a - *(const double *)b;
  return (difference > 0) - (difference < 0);
}

static void measure(const char *name, int count, int routers, char **names) {
  int port;
  snd_seq_t *seq = open_client(name, &port);
  // Until each knows where to send.
  for (int router = 0; router < routers; router++)
    for (int tries = 0; echo(seq, port, address(seq, names[router]), tries) >= 1e6 && tries < 20; tries++) {}
  double *times = calloc((size_t)count * routers, sizeof *times);
  for (int index = 0; index < count; index++)
    for (int router = 0; router < routers; router++) {
      times[router * count + index] = echo(seq, port, address(seq, names[router]), index);
      usleep(2000);
    }
  for (int router = 0; router < routers; router++) {
    qsort(times + router * count, count, sizeof *times, is_longer);
    printf("%s %.0f %.0f\n", names[router], times[router * count + count / 2], times[router * count + count * 99 / 100]);
  }
}

int main(int count, char **words) {
  if (count == 4 && !strcmp(words[1], "pass")) pass(words[2], words[3]);
  if (count >= 5 && !strcmp(words[1], "measure")) measure(words[2], atoi(words[3]), count - 4, words + 4);
  else {
    fprintf(stderr, "usage: thru pass NAME RECEIVER | thru measure NAME COUNT ROUTER...\n");
    return 64;
  }
  return 0;
}
