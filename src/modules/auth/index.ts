// The door of this module: what others may use.
