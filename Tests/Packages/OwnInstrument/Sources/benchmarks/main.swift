print("ok Spinet leaves the name benchmarks to this program")
