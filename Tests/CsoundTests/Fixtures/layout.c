// Compiles only if CCsound declares what Csound's own headers declare.
#define USE_DOUBLE
#include <csound/csound.h>
#include <csound/csdl.h>
#include <stddef.h>
#include "CCsound.h"
#include "structures.h"

#define SAME_NUMBER(own, theirs, what) _Static_assert((int)own == (int)theirs, what)
#define SAME(Own, own, Theirs, theirs) _Static_assert(offsetof(Own, own) == offsetof(Theirs, theirs), #Theirs "." #theirs)

SAME(cs_members, strarg2insno, CSOUND, strarg2insno);
SAME(cs_members, leave, CSOUND, LongJmp);
SAME(cs_members, GetInstrumentList, CSOUND, GetInstrumentList);

SAME(cs_instrument, field_count, INSTRTXT, pmax);
SAME(cs_instrument, instances, INSTRTXT, instance);

SAME(cs_instance, next, INSDS, nxtinstance);
SAME(cs_instance, is_active, INSDS, actflg);
SAME(cs_instance, ksmps, INSDS, ksmps);
SAME(cs_instance, ksmps_offset, INSDS, ksmps_offset);
SAME(cs_instance, ksmps_no_end, INSDS, ksmps_no_end);
SAME(cs_instance, number, INSDS, p1.value);

SAME(cs_opcode_header, instance, OPDS, insdshead);
_Static_assert(sizeof(cs_opcode_header) == sizeof(OPDS), "OPDS");

SAME(cs_hints, behav, controlChannelHints_t, behav);
SAME(cs_hints, dflt, controlChannelHints_t, dflt);
SAME(cs_hints, min, controlChannelHints_t, min);
SAME(cs_hints, max, controlChannelHints_t, max);
SAME(cs_hints, attributes, controlChannelHints_t, attributes);
_Static_assert(sizeof(cs_hints) == sizeof(controlChannelHints_t), "controlChannelHints_t");

_Static_assert(offsetof(STRINGDAT, data) == 0 && offsetof(CS_TYPE, varTypeName) == 0, "what begins with text");

SAME_NUMBER(cs_initialize_without_signal_handler, CSOUNDINIT_NO_SIGNAL_HANDLER, "flags of csoundInitialize");
SAME_NUMBER(cs_initialize_without_atexit, CSOUNDINIT_NO_ATEXIT, "flags of csoundInitialize");
SAME_NUMBER(cs_message_kind, CSOUNDMSG_TYPE_MASK, "attributes of a message");
SAME_NUMBER(cs_message_error, CSOUNDMSG_ERROR, "attributes of a message");
SAME_NUMBER(cs_message_warning, CSOUNDMSG_WARNING, "attributes of a message");
SAME_NUMBER(cs_control_channel, CSOUND_CONTROL_CHANNEL, "kinds of a channel");
SAME_NUMBER(cs_audio_channel, CSOUND_AUDIO_CHANNEL, "kinds of a channel");
SAME_NUMBER(cs_string_channel, CSOUND_STRING_CHANNEL, "kinds of a channel");
SAME_NUMBER(cs_input_channel, CSOUND_INPUT_CHANNEL, "kinds of a channel");
SAME_NUMBER(cs_output_channel, CSOUND_OUTPUT_CHANNEL, "kinds of a channel");
SAME_NUMBER(cs_control_channel_without_hints, CSOUND_CONTROL_CHANNEL_NO_HINTS, "hints of a channel");
SAME_NUMBER(cs_control_channel_of_integers, CSOUND_CONTROL_CHANNEL_INT, "hints of a channel");
SAME_NUMBER(cs_control_channel_exponential, CSOUND_CONTROL_CHANNEL_EXP, "hints of a channel");

#define SAME_TYPE(Result, name, parameters, arguments) \
  _Static_assert(__builtin_types_compatible_p(__typeof__(name), Result parameters), #name);
CS_FUNCTIONS(SAME_TYPE)
