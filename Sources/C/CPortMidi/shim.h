#pragma once
#include <portmidi.h>
#include <porttime.h>
