def sketch(v, s, y):
    return None
