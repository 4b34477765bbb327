// One import for programs: everything that the API of this module mentions.
@_exported import SpinetCsound
@_exported import SpinetDevices
@_exported import SpinetModels
@_exported import SpinetSession
@_exported import SpinetSynth
