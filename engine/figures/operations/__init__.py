"""The operations that may be recorded: each one declaration, in the module of its family."""
