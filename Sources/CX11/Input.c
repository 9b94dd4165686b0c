#define _GNU_SOURCE
#include "CX11.h"
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

// A TrueColor visual with the default visual's pixel format, whose colours cannot be changed; NULL
// if there is none.
static Visual *true_colors(Display *display, int screen) {
  const Visual *usual = DefaultVisual(display, screen);
  XVisualInfo wanted = {.screen = screen, .depth = DefaultDepth(display, screen), .class = TrueColor};
  int count = 0;
  XVisualInfo *found = XGetVisualInfo(display, VisualScreenMask | VisualDepthMask | VisualClassMask, &wanted, &count);
  Visual *visual = NULL;
  for (int i = 0; i < count && !visual; i++)
    if (found[i].red_mask == usual->red_mask && found[i].green_mask == usual->green_mask && found[i].blue_mask == usual->blue_mask)
      visual = found[i].visual;
  if (found) XFree(found);
  return visual;
}

// Fills a colormap so that each channel is linear in its value.
static void store_ramps(Display *display, Colormap map, const Visual *visual) {
  unsigned long masks[] = {visual->red_mask, visual->green_mask, visual->blue_mask};
  for (unsigned long i = 0; i < (unsigned long)visual->map_entries; i++) {
    XColor color = {0};
    unsigned short *values[] = {&color.red, &color.green, &color.blue};
    char flags[] = {DoRed, DoGreen, DoBlue};
    for (int channel = 0; channel < 3; channel++) {
      if (!masks[channel]) continue;
      int shift = __builtin_ctzl(masks[channel]);
      unsigned long last = masks[channel] >> shift;
      if (i > last) continue;
      color.pixel |= i << shift;
      color.flags |= flags[channel];
      *values[channel] = (unsigned short)(i * 65535 / last);
    }
    XStoreColor(display, map, &color);
  }
}

Window cx_open_window(Display *display, int x, int y, unsigned width, unsigned height) {
  // No background, and contents kept at the top left, so that a resize shows the old picture
  // without a flash.
  XSetWindowAttributes attributes = {.background_pixmap = None, .bit_gravity = NorthWestGravity};
  unsigned long mask = CWBackPixmap | CWBitGravity;
  int screen = DefaultScreen(display);
  Window root = RootWindow(display, screen);
  Visual *visual = DefaultVisual(display, screen);
  // With DirectColor, colours come from a colormap; the default one may be all black.
  if (visual->class == DirectColor) {
    Visual *other = true_colors(display, screen);
    attributes.colormap = XCreateColormap(display, root, other ? other : visual, other ? AllocNone : AllocAll);
    if (other) visual = other;
    else store_ramps(display, attributes.colormap, visual);
    mask |= CWColormap;
  }
  return XCreateWindow(display, root, x, y, width, height, 0, DefaultDepth(display, screen), InputOutput, visual, mask, &attributes);
}

static void clear(CXInput *input) {
  // The arrays are most of its size, and have counts.
  memset(input, 0, offsetof(CXInput, axes));
}

CXInput cx_input(CXInputKind kind) {
  CXInput input;
  clear(&input);
  input.kind = kind;
  return input;
}

void cx_input_add_axis(CXInput *input, int number, double value) {
  if (input->axis_count < CXAxisLimit) input->axes[input->axis_count++] = (CXAxisReading){number, value};
}

void cx_input_add_scroll(CXInput *input, CXScrollValuator axis) {
  if (input->scroll_count < CXScrollValuatorLimit) input->scrolls[input->scroll_count++] = axis;
}

CXAxisReading cx_input_axis(const CXInput *input, int index) { return input->axes[index]; }
CXScrollValuator cx_input_scroll(const CXInput *input, int index) { return input->scrolls[index]; }

// Shared by both protocols
// -------------------------------------------------------------------------------------------------

/// Reads a button event, where buttons 4 to 7 are wheel notches; false for the release of a notch.
static bool read_button(CXInput *out, int button, bool down) {
  if (button < 4 || button > 7) {
    out->kind = down ? CXPressed : CXReleased;
    out->button = button;
    return true;
  }
  out->kind = CXWheel;
  out->notch_x = button == 6 ? -1 : button == 7 ? 1 : 0;
  out->notch_y = button == 4 ? -1 : button == 5 ? 1 : 0;
  return down;
}

// XInput 2
// -------------------------------------------------------------------------------------------------

#if __has_include(<X11/extensions/XInput2.h>)
#include <X11/extensions/XInput2.h>

static __typeof__(&XIQueryVersion) query_version;
static __typeof__(&XISelectEvents) select_events;
static __typeof__(&XIQueryDevice) query_device;
static __typeof__(&XIFreeDeviceInfo) free_device_info;
static __typeof__(&XIListProperties) list_properties;

static bool load_library(void) {
  if (query_version) return true;
  void *library = dlopen("libXi.so.6", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return false;
  select_events = (__typeof__(select_events))dlsym(library, "XISelectEvents");
  query_device = (__typeof__(query_device))dlsym(library, "XIQueryDevice");
  free_device_info = (__typeof__(free_device_info))dlsym(library, "XIFreeDeviceInfo");
  list_properties = (__typeof__(list_properties))dlsym(library, "XIListProperties");
  if (!select_events || !query_device || !free_device_info || !list_properties) return false;
  query_version = (__typeof__(query_version))dlsym(library, "XIQueryVersion");
  return query_version;
}

static void select_input(Display *display, Window window) {
  unsigned char bits[XIMaskLen(XI_LASTEVENT)] = {0};
  XIEventMask mask = {XIAllMasterDevices, sizeof bits, bits};
  const int kinds[] = {XI_Motion, XI_ButtonPress, XI_ButtonRelease, XI_Enter, XI_Leave,
                       XI_TouchBegin, XI_TouchUpdate, XI_TouchEnd, XI_DeviceChanged};
  for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) XISetMask(bits, kinds[i]);
  select_events(display, window, &mask, 1);
  memset(bits, 0, sizeof bits);
  XISetMask(bits, XI_HierarchyChanged);
  mask.deviceid = XIAllDevices;
  select_events(display, DefaultRootWindow(display), &mask, 1);
}

/// Selects a window's input through XInput 2; returns its opcode, or -1.
static int open_extension(Display *display, Window window) {
  int opcode, event, error, major = 2, minor = 4;
  if (!XQueryExtension(display, "XInputExtension", &opcode, &event, &error) || !load_library()) return -1;
  // Before 2.2 there is no touch, before 2.1 no smooth scrolling: then core events are as good.
  if (query_version(display, &major, &minor) != Success || major < 2 || (major == 2 && minor < 2)) return -1;
  select_input(display, window);
  return opcode;
}

/// Recognises touchpads by properties that their drivers set for no other device.
///
/// Source: xf86-input-libinput, libinput-properties.h; xf86-input-synaptics,
/// synaptics-properties.h, where coasting is on by default.
static CXScrollKind scroll_kind(Display *display, int device) {
  CXScrollKind kind = CXScrollsByWheel;
  Atom tapping = XInternAtom(display, "libinput Tapping Enabled", True);
  Atom coasting = XInternAtom(display, "Synaptics Coasting Speed", True);
  if (tapping == None && coasting == None) return kind;
  int count = 0;
  Atom *properties = list_properties(display, device, &count);
  for (int i = 0; properties && i < count; i++) {
    if (properties[i] == None) continue;
    if (properties[i] == coasting) kind = CXScrollsByItself;
    if (properties[i] == tapping) kind = CXScrollsByFingers;
  }
  if (properties) XFree(properties);
  return kind;
}

static void add_scrolls(Display *display, XIAnyClassInfo **classes, int count, int device, CXInput *out) {
  int first = out->scroll_count;
  for (int i = 0; i < count; i++) {
    if (classes[i]->type != XIScrollClass) continue;
    const XIScrollClassInfo *scroll = (const XIScrollClassInfo *)classes[i];
    double value = 0;
    for (int j = 0; j < count; j++) {
      const XIValuatorClassInfo *axis = (const XIValuatorClassInfo *)classes[j];
      if (axis->type == XIValuatorClass && axis->number == scroll->number) value = axis->value;
    }
    bool horizontal = scroll->scroll_type == XIScrollTypeHorizontal;
    cx_input_add_scroll(out, (CXScrollValuator){device, scroll->number, horizontal, CXScrollsByWheel, scroll->increment, value});
  }
  if (out->scroll_count == first) return;
  CXScrollKind kind = scroll_kind(display, device);
  for (int i = first; i < out->scroll_count; i++) out->scrolls[i].kind = kind;
}

/// Queries the current scrolling axes of all devices.
static void query_scrolls(Display *display, CXInput *out) {
  int count = 0;
  out->query = NextRequest(display);
  XIDeviceInfo *devices = query_device(display, XIAllDevices, &count);
  for (int i = 0; devices && i < count; i++) {
    if (devices[i].use != XISlavePointer) continue;
    add_scrolls(display, devices[i].classes, devices[i].num_classes, devices[i].deviceid, out);
  }
  if (devices) free_device_info(devices);
}

static uint32_t held_buttons(const XIButtonState *state) {
  uint32_t bits = 0;
  for (int i = 0; i < state->mask_len && i < 4; i++) bits |= (uint32_t)state->mask[i] << (8 * i);
  return bits;
}

static bool read_device(const XIDeviceEvent *event, CXInput *out) {
  out->time = (uint32_t)event->time;
  out->serial = event->serial;
  out->source = event->sourceid;
  out->emulated = (event->flags & XIPointerEmulated) != 0;
  out->x = event->event_x;
  out->y = event->event_y;
  out->modifiers = (uint32_t)event->mods.effective;
  const double *value = event->valuators.values;
  switch (event->evtype) {
    case XI_ButtonPress: return read_button(out, event->detail, true);
    case XI_ButtonRelease: return read_button(out, event->detail, false);
    case XI_TouchBegin: out->kind = CXTouchBegan; break;
    case XI_TouchUpdate: out->kind = CXTouchMoved; break;
    case XI_TouchEnd: out->kind = CXTouchEnded; break;
    case XI_Motion:
      out->kind = CXMoved;
      for (int i = 0; i < event->valuators.mask_len * 8; i++)
        if (XIMaskIsSet(event->valuators.mask, i)) cx_input_add_axis(out, i, *value++);
      return true;
    default: return false;
  }
  out->touch = event->detail;
  return true;
}

static bool read_crossing(Display *display, const XIEnterEvent *event, CXInput *out) {
  if (event->mode != XINotifyNormal || event->detail == XINotifyInferior) return false;
  out->kind = event->evtype == XI_Enter ? CXEntered : CXLeft;
  out->time = (uint32_t)event->time;
  out->serial = event->serial;
  out->source = event->sourceid;
  out->x = event->event_x;
  out->y = event->event_y;
  out->modifiers = (uint32_t)event->mods.effective;
  out->buttons = held_buttons(&event->buttons);
  if (out->kind == CXEntered) query_scrolls(display, out);
  return true;
}

static bool read_devices_change(Display *display, const XIDeviceChangedEvent *event, CXInput *out) {
  out->kind = CXDeviceChanged;
  out->time = (uint32_t)event->time;
  out->serial = event->serial;
  out->source = event->sourceid;
  add_scrolls(display, event->classes, event->num_classes, event->sourceid, out);
  return true;
}

static bool read_removal(const XIHierarchyEvent *event, CXInput *out) {
  const int gone = XISlaveRemoved | XIDeviceDisabled;
  if (!(event->flags & gone)) return false;
  out->kind = CXDeviceRemoved;
  out->time = (uint32_t)event->time;
  out->serial = event->serial;
  for (int i = 0; i < event->num_info; i++)
    if (event->info[i].flags & gone) out->source = event->info[i].deviceid;
  return true;
}

static bool read_extended(Display *display, const XGenericEventCookie *cookie, CXInput *out) {
  if (!cookie->data) return false;
  switch (cookie->evtype) {
    case XI_Enter:
    case XI_Leave: return read_crossing(display, cookie->data, out);
    case XI_DeviceChanged: return read_devices_change(display, cookie->data, out);
    case XI_HierarchyChanged: return read_removal(cookie->data, out);
    default: return read_device(cookie->data, out);
  }
}

int cx_raw_open(Display *display) {
  int opcode, event, error, major = 2, minor = 2;
  if (!XQueryExtension(display, "XInputExtension", &opcode, &event, &error) || !load_library()) return -1;
  if (query_version(display, &major, &minor) != Success || major < 2 || (major == 2 && minor < 2)) return -1;
  unsigned char bits[XIMaskLen(XI_LASTEVENT)] = {0};
  XIEventMask mask = {XIAllMasterDevices, sizeof bits, bits};
  const int kinds[] = {XI_RawMotion, XI_RawButtonPress, XI_RawButtonRelease, XI_RawTouchBegin, XI_RawTouchUpdate, XI_RawTouchEnd};
  for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) XISetMask(bits, kinds[i]);
  select_events(display, DefaultRootWindow(display), &mask, 1);
  return opcode;
}

bool cx_raw_read(const XEvent *generic, CXInputKind *kind, int *button, uint32_t *time) {
  const XIRawEvent *event = generic->xcookie.data;
  if (!event) return false;
  bool is_wheel = event->detail >= 4 && event->detail <= 7;
  *button = event->detail;
  switch (generic->xcookie.evtype) {
    case XI_RawMotion: *kind = CXMoved; break;
    // A wheel with axes also reports each notch as an emulated button press: report it regardless
    // of the emulation flag.
    case XI_RawButtonPress:
      *time = (uint32_t)event->time;
      if (is_wheel) return *kind = CXWheel, true;
      *kind = CXPressed;
      break;
    case XI_RawButtonRelease:
      if (is_wheel) return false;
      *kind = CXReleased;
      break;
    case XI_RawTouchBegin: *kind = CXTouchBegan; break;
    case XI_RawTouchUpdate: *kind = CXTouchMoved; break;
    case XI_RawTouchEnd: *kind = CXTouchEnded; break;
    default: return false;
  }
  *time = (uint32_t)event->time;
  return !(event->flags & XIPointerEmulated);
}
#else
int cx_raw_open(Display *display) {
  (void)display;
  return -1;
}
bool cx_raw_read(const XEvent *event, CXInputKind *kind, int *button, uint32_t *time) {
  (void)event, (void)kind, (void)button, (void)time;
  return false;
}
static int open_extension(Display *display, Window window) {
  (void)display, (void)window;
  return -1;
}
static bool read_extended(Display *display, const XGenericEventCookie *cookie, CXInput *out) {
  (void)display, (void)cookie, (void)out;
  return false;
}
#endif

// Core events
// -------------------------------------------------------------------------------------------------

/// Whether a key release is followed by a press of the same key at the same time.
static bool press_follows(Display *display, const XKeyEvent *key) {
  if (XEventsQueued(display, QueuedAfterReading) <= 0) return false;
  XEvent next;
  XPeekEvent(display, &next);
  return next.type == KeyPress && next.xkey.keycode == key->keycode && next.xkey.time - key->time < 2;
}

static bool read_key(const CXInputReader *reader, XKeyEvent *key, CXInput *out) {
  Display *display = reader->display;
  KeyCode code = (KeyCode)key->keycode;
  unsigned consumed;
  KeySym symbol = NoSymbol;
  out->kind = key->type == KeyPress ? CXKeyDown : CXKeyUp;
  out->time = (uint32_t)key->time;
  out->serial = key->serial;
  out->modifiers = key->state;
  out->key_code = key->keycode;
  out->plain_symbol = XkbKeycodeToKeysym(display, code, 0, 0);
  // Without Control, which would turn the symbol into a control character.
  XkbLookupKeySym(display, code, key->state & ~(unsigned)ControlMask, &consumed, &symbol);
  out->symbol = symbol;
  for (int group = 0; group < 4 && !out->latin_symbol; group++) {
    KeySym candidate = XkbKeycodeToKeysym(display, code, group, 0);
    bool digit = candidate >= XK_0 && candidate <= XK_9, letter = candidate >= XK_a && candidate <= XK_z;
    if (digit || letter) out->latin_symbol = candidate;
  }
  out->repeats = key->type == KeyRelease && !reader->marks_repeats && press_follows(display, key);
  return true;
}

static bool read_core_crossing(const XCrossingEvent *crossing, CXInput *out) {
  if (crossing->mode != NotifyNormal || crossing->detail == NotifyInferior) return false;
  out->kind = crossing->type == EnterNotify ? CXEntered : CXLeft;
  out->time = (uint32_t)crossing->time;
  out->serial = crossing->serial;
  out->x = crossing->x;
  out->y = crossing->y;
  out->modifiers = crossing->state;
  // In core state, buttons 1…5 start at bit 8.
  out->buttons = crossing->state >> 7 & 0x3e;
  return true;
}

static bool read_focus(const XFocusChangeEvent *focus, CXInput *out) {
  // A grab takes the focus only temporarily.
  if (focus->mode == NotifyGrab || focus->mode == NotifyUngrab) return false;
  if (focus->detail == NotifyInferior || focus->detail >= NotifyPointer) return false;
  out->kind = focus->type == FocusIn ? CXFocused : CXUnfocused;
  out->serial = focus->serial;
  return true;
}

static bool read_core_button(const XButtonEvent *button, CXInput *out) {
  out->time = (uint32_t)button->time;
  out->serial = button->serial;
  out->x = button->x;
  out->y = button->y;
  out->modifiers = button->state;
  return read_button(out, (int)button->button, button->type == ButtonPress);
}

static bool read_core_motion(const XMotionEvent *motion, CXInput *out) {
  out->kind = CXMoved;
  out->time = (uint32_t)motion->time;
  out->serial = motion->serial;
  out->x = motion->x;
  out->y = motion->y;
  out->modifiers = motion->state;
  return true;
}

CXInputReader cx_input_open(Display *display, Window window, long mask) {
  CXInputReader reader = {display, open_extension(display, window), false};
  Bool marks = False;
  XkbSetDetectableAutoRepeat(display, True, &marks);
  reader.marks_repeats = marks;
  mask |= KeyPressMask | KeyReleaseMask | FocusChangeMask;
  if (reader.opcode < 0)
    mask |= ButtonPressMask | ButtonReleaseMask | PointerMotionMask | EnterWindowMask | LeaveWindowMask;
  XSelectInput(display, window, mask);
  return reader;
}

bool cx_input_read(const CXInputReader *reader, XEvent *event, CXInput *out) {
  clear(out);
  switch (event->type) {
    case GenericEvent:
      return event->xcookie.extension == reader->opcode && read_extended(reader->display, &event->xcookie, out);
    case MotionNotify: return read_core_motion(&event->xmotion, out);
    case ButtonPress:
    case ButtonRelease: return read_core_button(&event->xbutton, out);
    case EnterNotify:
    case LeaveNotify: return read_core_crossing(&event->xcrossing, out);
    case KeyPress:
    case KeyRelease: return read_key(reader, &event->xkey, out);
    case FocusIn:
    case FocusOut: return read_focus(&event->xfocus, out);
    default: return false;
  }
}
