@_exported import SpinetDevices
@_exported import SpinetModels
@_exported import SpinetSession
@_exported import SpinetSynth

// One import for programs: everything that the API of this module mentions.
#if Csound
  @_exported import CCsound
  @_exported import SpinetCsound
#endif
