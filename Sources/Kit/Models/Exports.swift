// One import for the models, which need no C library besides our own header.
@_exported import SpinetEngine
@_exported import SpinetKeyboard
@_exported import SpinetMIDI
@_exported import SpinetMIDIFile
@_exported import SpinetMapping
@_exported import SpinetRealtime
@_exported import SpinetWidgets

// The path of a sound file that an engine is asked for.
@_exported import struct SystemPackage.FilePath
