// announcements watch | announcements connect NAME
//
// watch: prints what the sequencer announces, each with the kernel's moment in seconds: `start CLIENT NAME`, `exit CLIENT`,
//   and `joined SENDER READER NAME` when something begins to read from a port.
// connect: a client that reads from each port of hardware as soon as it is announced, and does nothing else: what any
//   program needs at least.
//
//   cc -O1 announcements.c -o announcements -lasound
#include <alsa/asoundlib.h>

static snd_seq_t *open_client(const char *name) {
  snd_seq_t *seq;
  if (snd_seq_open(&seq, "default", SND_SEQ_OPEN_DUPLEX, 0) < 0) {
    fprintf(stderr, "announcements: no sequencer\n");
    exit(1);
  }
  snd_seq_set_client_name(seq, name);
  return seq;
}

static int own_port(snd_seq_t *seq) {
  return snd_seq_create_simple_port(seq, "in", SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE,
                                    SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION);
}

static const char *client_name(snd_seq_t *seq, int client) {
  static char name[128];
  snd_seq_client_info_t *info;
  snd_seq_client_info_alloca(&info);
  snprintf(name, sizeof name, "%s", snd_seq_get_any_client_info(seq, client, info) < 0 ? "?" : snd_seq_client_info_get_name(info));
  return name;
}

// The announcements come to the port with the kernel's stamps of a queue that runs.
static void subscribe_to_announcements(snd_seq_t *seq, int port) {
  int queue = snd_seq_alloc_queue(seq);
  snd_seq_addr_t from = {SND_SEQ_CLIENT_SYSTEM, SND_SEQ_PORT_SYSTEM_ANNOUNCE};
  snd_seq_addr_t to = {snd_seq_client_id(seq), port};
  snd_seq_port_subscribe_t *subscription;
  snd_seq_port_subscribe_alloca(&subscription);
  snd_seq_port_subscribe_set_sender(subscription, &from);
  snd_seq_port_subscribe_set_dest(subscription, &to);
  snd_seq_port_subscribe_set_queue(subscription, queue);
  snd_seq_port_subscribe_set_time_update(subscription, 1);
  snd_seq_port_subscribe_set_time_real(subscription, 1);
  snd_seq_start_queue(seq, queue, NULL);
  snd_seq_drain_output(seq);
  if (snd_seq_subscribe_port(seq, subscription) < 0) {
    fprintf(stderr, "announcements: nothing is announced\n");
    exit(1);
  }
}

static void watch(void) {
  snd_seq_t *seq = open_client("Watcher");
  subscribe_to_announcements(seq, own_port(seq));
  printf("ready\n");
  snd_seq_event_t *event;
  for (;;) {
    fflush(stdout);
    if (snd_seq_event_input(seq, &event) < 0) continue;
    double moment = event->time.time.tv_sec + event->time.time.tv_nsec * 1e-9;
    int client = event->data.addr.client;
    switch (event->type) {
    case SND_SEQ_EVENT_PORT_START: printf("%.6f start %d %s\n", moment, client, client_name(seq, client)); break;
    case SND_SEQ_EVENT_CLIENT_EXIT: printf("%.6f exit %d\n", moment, client); break;
    case SND_SEQ_EVENT_PORT_SUBSCRIBED:
      printf("%.6f joined %d %d %s\n", moment, event->data.connect.sender.client, event->data.connect.dest.client,
             client_name(seq, event->data.connect.dest.client));
      break;
    }
  }
}

static void connect_to_hardware(const char *name) {
  snd_seq_t *seq = open_client(name);
  int port = own_port(seq);
  snd_seq_connect_from(seq, port, SND_SEQ_CLIENT_SYSTEM, SND_SEQ_PORT_SYSTEM_ANNOUNCE);
  printf("ready\n");
  fflush(stdout);
  snd_seq_port_info_t *info;
  snd_seq_port_info_alloca(&info);
  snd_seq_event_t *event;
  for (;;) {
    if (snd_seq_event_input(seq, &event) < 0 || event->type != SND_SEQ_EVENT_PORT_START) continue;
    snd_seq_addr_t from = event->data.addr;
    if (snd_seq_get_any_port_info(seq, from.client, from.port, info) < 0) continue;
    if (!(snd_seq_port_info_get_type(info) & SND_SEQ_PORT_TYPE_HARDWARE)) continue;
    if (snd_seq_port_info_get_capability(info) & SND_SEQ_PORT_CAP_SUBS_READ) snd_seq_connect_from(seq, port, from.client, from.port);
  }
}

int main(int count, char **words) {
  if (count == 2 && !strcmp(words[1], "watch")) watch();
  if (count == 3 && !strcmp(words[1], "connect")) connect_to_hardware(words[2]);
  fprintf(stderr, "usage: announcements watch | announcements connect NAME\n");
  return 64;
}
