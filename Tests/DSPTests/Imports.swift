import DSP
import Testing
