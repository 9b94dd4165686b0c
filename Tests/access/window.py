"""Uses the window as assistive technology does, over the accessibility bus, and checks what it says.

    dbus-run-session -- /usr/bin/python3 window.py PROGRAM CASE

The program's window opens on DISPLAY. What is wrong is said on the standard error, with status 1.
"""

import ctypes
import json
import os
import subprocess
import sys
import tempfile
import time

from gi.repository import Gio, GLib
import pyatspi

PROGRAM = sys.argv[1]
ROLES = {
    "window": "frame", "group": "panel", "toolbar": "tool bar", "button": "push button",
    "switch": "toggle button", "slider": "slider", "carousel": "slider", "spinbutton": "spin button",
    "combobox": "combo box", "textbox": "entry", "list": "list", "tablist": "page tab list",
    "tab": "page tab", "figure": "chart", "table": "table", "row": "table row",
    "menu": "popup menu", "menuitem": "menu item",
}  # fmt: skip


def set_enabled(is_on):
    """Has the desktop say that assistive technology is in use, or not."""
    value = GLib.Variant("(ssv)", ("org.a11y.Status", "IsEnabled", GLib.Variant("b", is_on)))
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    bus.call_sync(
        "org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set", value,
        None, 0, -1, None,
    )  # fmt: skip


def xdotool(*words):
    subprocess.check_call(["xdotool", *words], stdout=subprocess.DEVNULL)


def pump():
    while GLib.MainContext.default().iteration(False):
        pass


def wait(condition, what):
    """Waits until a condition holds; answers what it answers."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        pump()
        try:
            found = condition()
        except (GLib.Error, RuntimeError, NotImplementedError):
            found = None  # It may be gone by now.
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError(f"never: {what}")


def check(is_so, what):
    assert is_so, what


def all_of(element):
    yield element
    for child in element:
        if child is not None:
            yield from all_of(child)


def states(element):
    element.clear_cache()
    return set(element.getState().getStates())


class Window:
    """The program with its window, as it is seen on the bus."""

    open = []

    def __init__(self, *arguments, is_on=True):
        set_enabled(is_on)
        self.folder = tempfile.mkdtemp()
        words = ["--no-intro", "--no-state", "--geometry", "1200x800+0+0", *arguments]
        self.errors = open(os.path.join(self.folder, "errors"), "w+")
        self.process = subprocess.Popen(
            [PROGRAM, *words], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=self.errors
        )
        Window.open.append(self)
        self.root = wait(self.find_root, "the window is on the bus") if is_on else None
        # The program finds out gradually who listens, and reports nothing before that.
        time.sleep(1)
        xdotool("search", "--sync", "--onlyvisible", "--name", "^FeelLab", "windowfocus")

    def find_root(self):
        desktop = pyatspi.Registry.getDesktop(0)
        desktop.clear_cache()
        for program in desktop:
            if program is not None and program.name == "FeelLab" and program.childCount:
                return program[0]
        return None

    def find(self, role, name):
        for element in all_of(self.root):
            if element.getRoleName() == role and element.name == name:
                return element
        return None

    def get(self, role, name):
        return wait(lambda: self.find(role, name), f"{role} {name}")

    def do(self, role, name, action):
        actions = self.get(role, name).queryAction()
        names = [actions.getName(index) for index in range(actions.nActions)]
        check(action in names, f"{name} offers {names}")
        check(actions.doAction(names.index(action)), f"{name} does {action}")

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.errors.seek(0)
        said = self.errors.read()
        check("CRITICAL" not in said and "Fatal" not in said, said)


def flat(element):
    """An element of `list --as elements --json` and what it consists of, as the bus has it."""
    role = ROLES[element["role"]]
    number = element["number"] if element["min"] is not None and role != "entry" else None
    yield role, element["name"], None if number is None else round(number, 6), element["states"]
    for child in element["children"]:
        yield from flat(child)


def seen(element):
    for one in all_of(element):
        number = None
        if "Value" in one.get_interfaces() and one.getRoleName() != "entry":
            number = round(one.queryValue().currentValue, 6)
        yield one.getRoleName(), one.name, number, states(one)


def scenes():
    """Every scene with its panels has the elements that `list` tells of, with values and states."""
    names = {"disabled": pyatspi.STATE_SENSITIVE, "selected": pyatspi.STATE_SELECTED,
             "checked": pyatspi.STATE_CHECKED, "busy": pyatspi.STATE_BUSY}  # fmt: skip
    ids = ["overview", "progress-slider", "integer-slider", "long-press", "carousel",
           "scroll-view", "pager", "curves"]  # fmt: skip
    window = Window()
    window.do("push button", "Parameters", "press")
    window.do("push button", "Timeline", "press")
    for number, scene in enumerate(ids):
        if number:
            tabs = window.get("page tab list", "Scenes")
            check(tabs[number].queryAction().doAction(0), scene)
        words = [PROGRAM, "list", scene, "--as", "elements", "--panels", "--json"]
        wanted = list(flat(json.loads(subprocess.check_output(words))))
        title = wanted[0][1]
        wait(lambda: states(window.get("page tab list", "Scenes")[number]), title)
        found = list(seen(window.root))
        plain = [[one[:2] for one in both] for both in (wanted, found)]
        missing = [one for one in plain[0] if one not in plain[1]]
        check(plain[0] == plain[1], f"{scene}: missing {missing}, {len(plain[1])} seen")
        for one, other in zip(wanted, found):
            if one[2] is not None and "timeline" not in one[1].lower():
                check(one[2] == other[2], f"{scene}: {one} is {other[2]}")
            for name, state in names.items():
                is_so = (state in other[3]) != (name == "disabled")
                check((name in one[3]) == is_so, f"{scene}: {one} is not {name}: {other}")
    window.close()


def slider():
    """A slider is moved by its actions, and set as near to a number as its steps come."""
    window = Window("progress-slider")
    bar = window.get("slider", "Position")
    value = bar.queryValue()
    check((value.minimumValue, value.maximumValue) == (0, 240), "its range")
    before = value.currentValue
    window.do("slider", "Position", "increment")
    wait(lambda: bar.queryValue().currentValue > before, "it goes on")
    value.currentValue = 120
    wait(lambda: abs(bar.queryValue().currentValue - 120) < 0.25, "it is set")
    check(pyatspi.STATE_FOCUSED in states(bar), "it has the keyboard")
    window.close()


def hold():
    """A button that is held fires, and says so."""
    said, shown = [], []
    pyatspi.Registry.registerEventListener(
        lambda event: said.append(event.any_data), "object:announcement"
    )
    pyatspi.Registry.registerEventListener(
        lambda event: shown.append((event.source.getRoleName(), event.source.name)),
        "object:state-changed:showing",
    )
    window = Window("long-press")
    button = window.get("push button", "Delete")
    check(button.queryAction().getName(0) == "hold", "it can be held")
    button.queryAction().doAction(0)
    wait(lambda: 0 < button.queryValue().currentValue < 1, "it fills")
    wait(lambda: any("done" in str(line) for line in said), "“done” is announced")
    if ctypes.CDLL("libatk-1.0.so.0").atk_get_minor_version() < 50:
        wait(
            lambda: any(role == "notification" and "done" in name for role, name in shown),
            "“done” is shown to a reader that knows no announcements",
        )
    wait(lambda: pyatspi.STATE_PRESSED not in states(button), "it is let go of")
    window.close()


def page():
    """A page is turned by its title, and by the pages' list."""
    window = Window("pager")
    titles = window.get("page tab list", "Pages") if window.find("page tab list", "Pages") else None
    titles = titles or [
        one for one in all_of(window.root) if one.getRoleName() == "page tab list"
    ][-1]
    check(titles[2].queryAction().doAction(0), "a title can be pressed")
    wait(lambda: pyatspi.STATE_SELECTED in states(titles[2]), "the third page is shown")
    titles.queryAction().doAction(1)
    wait(lambda: pyatspi.STATE_SELECTED in states(titles[1]), "the second page is shown")
    wait(lambda: titles.queryValue().currentValue == 2, "it is page 2")
    window.close()


def parameter():
    """A parameter is set as a number, and stepped; the list of a choice is opened and used."""
    window = Window("scroll-view")
    window.do("push button", "Parameters", "press")
    field = wait(
        lambda: next((one for one in all_of(window.root) if one.getRoleName() == "spin button"), None),
        "there is a number",
    )
    value = field.queryValue()
    wanted = round(value.minimumValue + (value.maximumValue - value.minimumValue) / 4, 3)
    value.currentValue = wanted
    wait(lambda: abs(field.queryValue().currentValue - wanted) < 1e-3, "it is set")
    field.queryAction().doAction(0)
    wait(lambda: field.queryValue().currentValue > wanted, "it is stepped")
    preset = next(one for one in all_of(window.root) if one.getRoleName() == "combo box")
    before = preset.queryText().getText(0, -1)
    preset.queryAction().doAction(0)
    item = wait(
        lambda: next(
            (one for one in all_of(window.root)
             if one.getRoleName() == "menu item" and one.name not in before), None,
        ),
        "its list opens",
    )  # fmt: skip
    item.queryAction().doAction(0)
    wait(lambda: preset.queryText().getText(0, -1) != before, "another is chosen")
    window.close()


def files():
    """Parameters are saved under a name that is typed, and the file is opened again."""
    window = Window("carousel")
    window.do("push button", "Parameters", "press")
    window.do("push button", "Save preset…", "press")
    name = window.get("entry", "Name")
    wait(lambda: pyatspi.STATE_FOCUSED in states(name), "the name has the keyboard")
    path = os.path.join(window.folder, "saved.json")
    check(name.queryEditableText().setTextContents(path), "a name can be typed")
    text = name.queryText()
    wait(lambda: text.getText(0, -1) == path, "it is typed")
    wait(lambda: text.caretOffset == len(path), "the caret is behind it")
    window.do("push button", "Save", "press")
    wait(lambda: os.path.exists(path), "the file is there")
    check("carousel" in open(path).read(), "it holds the scene's parameters")
    window.close()

    other = Window("overview")
    menu = next(
        one for one in all_of(other.root)
        if one.getRoleName() == "push button" and one.name == "FeelLab"
    )  # fmt: skip
    menu.queryAction().doAction(0)
    item = wait(
        lambda: next((one for one in all_of(other.root)
                      if one.getRoleName() == "menu item" and one.name.startswith("Open")), None),
        "the menu has “Open”",
    )  # fmt: skip
    item.queryAction().doAction(0)
    name = other.get("entry", "Name")
    name.queryEditableText().setTextContents(path)
    wait(lambda: name.queryText().getText(0, -1) == path, "the path is typed")
    name.queryAction().doAction(0)
    wait(lambda: pyatspi.STATE_SELECTED in states(other.get("page tab list", "Scenes")[4]),
         "the file's scene is shown")  # fmt: skip
    other.close()


def text():
    """A field has its text, a caret and a selection, and reports what is typed."""
    events = []
    for kind in ["object:text-changed", "object:text-caret-moved"]:
        pyatspi.Registry.registerEventListener(
            lambda event: events.append((event.type.name, str(event.any_data))), kind
        )
    window = Window("carousel")
    field = window.get("entry", "Card")
    field.queryComponent().grabFocus()
    wait(lambda: pyatspi.STATE_FOCUSED in states(field), "it has the keyboard")
    words = field.queryText()

    def is_reported():
        inserted = {words for kind, words in events if kind == "object:text-changed:insert"}
        if inserted & {"42", "2"}:
            return True
        xdotool("key", "BackSpace", "BackSpace", "4", "2")
        wait(lambda: words.getText(0, -1) == "42" and words.caretOffset == 2, "it is typed")
        time.sleep(0.2)
        return False

    wait(is_reported, "it is reported")
    words.addSelection(0, 1)
    wait(lambda: words.getNSelections() == 1 and words.getSelection(0) == (0, 1), "it is selected")
    field.queryAction().doAction(0)
    cards = window.get("slider", "Cards")
    wait(lambda: cards.queryValue().currentValue == 42, "it goes to card 42")
    window.close()


def events():
    """What changes is reported: the keyboard's way, values, states and children."""
    seen_events = []
    for kind in ["object:state-changed", "object:property-change", "object:children-changed",
                 "window:activate"]:  # fmt: skip
        pyatspi.Registry.registerEventListener(
            lambda event: seen_events.append(
                (event.type.name, event.detail1, event.source.name if event.source else "")
            ),
            kind,
        )
    window = Window("overview")
    list(seen(window.root))

    def comes(kind, detail, name):
        wait(lambda: (kind, detail, name) in seen_events, f"{kind} {detail} of {name}")

    xdotool("key", "Tab")
    comes("object:state-changed:focused", 1, "Cards")
    xdotool("key", "Right")
    comes("object:property-change:accessible-value", 0, "Cards")
    xdotool("key", "Tab")
    comes("object:state-changed:focused", 0, "Cards")
    comes("object:state-changed:focused", 1, "Position")
    xdotool("key", "v")
    comes("object:state-changed:checked", 1, "Velocity")
    xdotool("key", "F9")
    wait(lambda: any(one[0] == "object:children-changed:add" and one[2] == "FeelLab"
                     for one in seen_events), "a panel comes")  # fmt: skip
    window.close()


def late():
    """Nothing is loaded before the desktop says that it is wanted; from then on the window is there."""
    window = Window("overview", is_on=False)

    def libraries():
        with open(f"/proc/{window.process.pid}/maps") as maps:
            return "libatk" in maps.read()

    wait(lambda: is_connected(window.process.pid), "it waits for the desktop's word")
    check(not libraries() and window.find_root() is None, "nothing is loaded")
    set_enabled(True)
    window.root = wait(window.find_root, "the window comes to the bus")
    check(libraries(), "the libraries are loaded")
    check(window.get("slider", "Cards"), "it has its elements")
    window.close()


def is_connected(process):
    """Whether a process has asked the session's bus, by how many it names as its own."""
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    names = bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                          "ListNames", None, None, 0, -1, None).unpack()[0]  # fmt: skip

    def owner(name):
        return bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus",
                             "org.freedesktop.DBus", "GetConnectionUnixProcessID",
                             GLib.Variant("(s)", (name,)), None, 0, -1, None).unpack()[0]  # fmt: skip

    return any(owner(name) == process for name in names if name.startswith(":"))


CASES = [scenes, slider, hold, page, parameter, files, text, events, late]
for case in CASES:
    if case.__name__ == sys.argv[2]:
        try:
            case()
        except AssertionError as error:
            sys.exit(f"{case.__name__}: {error}")
        finally:
            for window in Window.open:
                window.process.kill()
        sys.exit(0)
sys.exit(f"the cases are {', '.join(case.__name__ for case in CASES)}")
