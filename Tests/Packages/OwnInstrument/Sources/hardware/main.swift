print("ok Spinet leaves the name hardware to this program")
