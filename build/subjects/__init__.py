"""What this book is about: each folder a plug-in of the tool, none privileged."""
