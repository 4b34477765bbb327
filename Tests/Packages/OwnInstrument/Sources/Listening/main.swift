print("ok Spinet leaves the name Listening to this program")
