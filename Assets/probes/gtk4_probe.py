"""Tells how a GTK 4 program scrolls, as an observation stream (FeelLab, docs/formats.md).

Put this file beside your program and call `probe(scrolled_window)` before its window is shown. Then
`python3 my_list.py | feellab watch -`, or `> list.jsonl` and `feellab check list.jsonl`.
"""
import json
import sys
import time

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gtk


def probe(scrolled, axis="y", out=sys.stdout):
    """Writes a line for each frame, each sample of a finger and each turn of a wheel to `out`."""
    adjustment = scrolled.get_vadjustment() if axis == "y" else scrolled.get_hadjustment()

    def write(**line):
        print(json.dumps(line), file=out, flush=True)

    def seconds(controller):
        # The server reports 32 bits of its milliseconds; extend them to the clock that the frames
        # use.
        now = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000000
        return (now - (now - controller.get_current_event_time()) % 2**32) / 1000

    def finger(drag, x, y, phase):
        if phase != "down":
            _, start_x, start_y = drag.get_start_point()
            x, y = start_x + x, start_y + y
        write(t=seconds(drag), pointer=[x, y], phase=phase)

    def wheel(scroll, x, y):
        write(t=seconds(scroll), wheel=y if axis == "y" else x)
        return False

    def show(clock):
        write(t=clock.get_frame_time() / 1e6, offset=adjustment.get_value())

    def begin(clock):
        length = adjustment.get_page_size()
        if length == 0:
            return
        clock.disconnect_by_func(begin)
        write(feelstream=1, source=scrolled.get_root().get_title() or "GTK 4", axis=axis,
              min=adjustment.get_lower(), max=adjustment.get_upper() - length, viewport=length)
        clock.connect("after-paint", show)
        # In the capture phase, they see events that the list would claim, and claim none
        # themselves.
        drag = Gtk.GestureDrag(touch_only=True, propagation_phase=Gtk.PropagationPhase.CAPTURE)
        for name, phase in {"begin": "down", "update": "move", "end": "up"}.items():
            drag.connect("drag-" + name, finger, phase)
        scroll = Gtk.EventControllerScroll(flags=Gtk.EventControllerScrollFlags.BOTH_AXES)
        scroll.set_propagation_phase(Gtk.PropagationPhase.CAPTURE)
        scroll.connect("scroll", wheel)
        for controller in (drag, scroll):
            scrolled.get_root().add_controller(controller)

    scrolled.connect("map", lambda _: scrolled.get_frame_clock().connect("after-paint", begin))
