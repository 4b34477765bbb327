import Mapping
import Testing
