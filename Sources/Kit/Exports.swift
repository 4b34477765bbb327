@_exported import SpinetDevices
@_exported import SpinetModels
@_exported import SpinetSession
@_exported import SpinetSynth
// The errors of a faulty file.
@_exported import struct SpinetText.Diagnostic
@_exported import struct SpinetText.DocumentErrors
@_exported import struct SpinetText.TextLocation

// One import for programs: everything that the API of this module mentions.
#if Csound
  @_exported import SpinetCsound
#endif
