#pragma once

// Keeps the libraries of ALSA and JACK from writing to standard error, in the whole process. In C, because
// ALSA's handler takes a variable number of arguments, a type that Swift does not have.
void quiet_alsa_and_jack(void);

// Discards what libraries print to the C library's `stdout`, in the whole process, because Csound's lexer prints
// characters that it does not know. A program that calls this must write its own results with write(2).
void quiet_stdout(void);

// Call it after opening a PCM, because ALSA loads JACK's library only when a PCM that uses it is opened. Does nothing
// unless quiet_alsa_and_jack was called.
void quiet_loaded_jack(void);
