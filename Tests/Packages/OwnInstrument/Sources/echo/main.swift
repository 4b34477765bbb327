print("ok Spinet leaves the name echo to this program")
