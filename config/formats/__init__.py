"""How dates look where Django’s own formats do not fit: read by FORMAT_MODULE_PATH."""
