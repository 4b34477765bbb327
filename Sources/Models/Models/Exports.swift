// One import for the models, which need no C library besides our own header.
@_exported import SpinetEngine
@_exported import SpinetKeyboard
@_exported import SpinetMIDI
@_exported import SpinetMIDIFile
@_exported import SpinetMapping
@_exported import SpinetRealtime
@_exported import SpinetSurface
@_exported import SpinetWidgets

// For the path of the sound file that an engine wants as its input.
@_exported import struct SystemPackage.FilePath
