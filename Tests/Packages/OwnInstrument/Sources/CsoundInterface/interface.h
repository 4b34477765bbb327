#pragma once
// Debian's library counts in doubles. csound.h comes first, or csdl.h hides its functions.
#define USE_DOUBLE
#include <csound/csound.h>
// For opcodes: their memory begins with an OPDS.
#include <csound/csdl.h>
