"""What every test can count on."""

import signal

# A program that was started in the background of a script ignores Ctrl-C, and Python with it.
signal.signal(signal.SIGINT, signal.default_int_handler)
