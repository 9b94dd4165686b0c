#define _GNU_SOURCE
#include "CX11.h"
#include <dlfcn.h>
#include <string.h>

#if __has_include(<X11/extensions/XInput2.h>)
#include <X11/extensions/XInput2.h>

static __typeof__(&XIQueryVersion) query_version;
static __typeof__(&XISelectEvents) select_events;
static __typeof__(&XIQueryDevice) query_device;
static __typeof__(&XIFreeDeviceInfo) free_device_info;

int cx_input_open(Display *display, int *opcode) {
  int event, error, major = 2, minor = 4;
  if (!XQueryExtension(display, "XInputExtension", opcode, &event, &error)) return -1;
  if (!query_version) {
    void *library = dlopen("libXi.so.6", RTLD_LAZY | RTLD_LOCAL);
    if (!library) return -1;
    select_events = (__typeof__(select_events))dlsym(library, "XISelectEvents");
    query_device = (__typeof__(query_device))dlsym(library, "XIQueryDevice");
    free_device_info = (__typeof__(free_device_info))dlsym(library, "XIFreeDeviceInfo");
    if (!select_events || !query_device || !free_device_info) return -1;
    query_version = (__typeof__(query_version))dlsym(library, "XIQueryVersion");
    if (!query_version) return -1;
  }
  if (query_version(display, &major, &minor) != Success || major < 2) return -1;
  return major > 2 ? 4 : minor;
}

void cx_input_select(Display *display, Window window, Window root) {
  unsigned char bits[XIMaskLen(XI_LASTEVENT)] = {0};
  XIEventMask mask = {XIAllMasterDevices, sizeof bits, bits};
  const int kinds[] = {XI_Motion, XI_ButtonPress, XI_ButtonRelease, XI_Enter, XI_Leave,
                       XI_TouchBegin, XI_TouchUpdate, XI_TouchEnd, XI_DeviceChanged};
  for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) XISetMask(bits, kinds[i]);
  select_events(display, window, &mask, 1);
  memset(bits, 0, sizeof bits);
  XISetMask(bits, XI_HierarchyChanged);
  mask.deviceid = XIAllDevices;
  select_events(display, root, &mask, 1);
}

static int collect(XIAnyClassInfo **classes, int count, int device, CXScrollAxis *out, int limit) {
  int found = 0;
  for (int i = 0; i < count && found < limit; i++) {
    if (classes[i]->type != XIScrollClass) continue;
    const XIScrollClassInfo *scroll = (const XIScrollClassInfo *)classes[i];
    double value = 0;
    for (int j = 0; j < count; j++) {
      const XIValuatorClassInfo *axis = (const XIValuatorClassInfo *)classes[j];
      if (axis->type == XIValuatorClass && axis->number == scroll->number) value = axis->value;
    }
    out[found++] = (CXScrollAxis){device, scroll->number, scroll->scroll_type == XIScrollTypeHorizontal,
                                  scroll->increment, value};
  }
  return found;
}

int cx_input_scroll_axes(Display *display, CXScrollAxis *out, int limit) {
  int count = 0, found = 0;
  XIDeviceInfo *devices = query_device(display, XIAllDevices, &count);
  for (int i = 0; devices && i < count; i++) {
    if (devices[i].use != XISlavePointer) continue;
    found += collect(devices[i].classes, devices[i].num_classes, devices[i].deviceid, out + found, limit - found);
  }
  if (devices) free_device_info(devices);
  return found;
}

static unsigned held(const XIButtonState *state) {
  unsigned bits = 0;
  for (int i = 0; i < state->mask_len && i < 4; i++) bits |= (unsigned)state->mask[i] << (8 * i);
  return bits;
}

static bool read_device(const XIDeviceEvent *event, CXInputEvent *out) {
  switch (event->evtype) {
    case XI_Motion: out->kind = CXInputMotion; break;
    case XI_ButtonPress: out->kind = CXInputPress; break;
    case XI_ButtonRelease: out->kind = CXInputRelease; break;
    case XI_TouchBegin: out->kind = CXInputTouchBegin; break;
    case XI_TouchUpdate: out->kind = CXInputTouchUpdate; break;
    case XI_TouchEnd: out->kind = CXInputTouchEnd; break;
    default: return false;
  }
  out->source = event->sourceid;
  out->detail = event->detail;
  out->emulated = (event->flags & XIPointerEmulated) != 0;
  out->x = event->event_x;
  out->y = event->event_y;
  out->time = event->time;
  out->serial = event->serial;
  out->modifiers = (unsigned)event->mods.effective;
  out->buttons = held(&event->buttons);
  const double *value = event->valuators.values;
  for (int i = 0; i < event->valuators.mask_len * 8; i++) {
    if (!XIMaskIsSet(event->valuators.mask, i)) continue;
    if (out->axis_count < 32) {
      out->axes[out->axis_count].number = i;
      out->axes[out->axis_count++].value = *value;
    }
    value++;
  }
  return true;
}

bool cx_input_read(const XEvent *generic, CXInputEvent *out) {
  memset(out, 0, sizeof *out);
  const void *data = generic->xcookie.data;
  if (!data) return false;
  switch (generic->xcookie.evtype) {
    case XI_Enter:
    case XI_Leave: {
      const XIEnterEvent *event = data;
      out->kind = event->evtype == XI_Enter ? CXInputEnter : CXInputLeave;
      out->source = event->sourceid;
      out->mode = event->mode;
      out->inferior = event->detail == XINotifyInferior;
      out->x = event->event_x;
      out->y = event->event_y;
      out->time = event->time;
      out->serial = event->serial;
      out->modifiers = (unsigned)event->mods.effective;
      out->buttons = held(&event->buttons);
      return true;
    }
    case XI_DeviceChanged: {
      const XIDeviceChangedEvent *event = data;
      out->kind = CXInputDeviceChanged;
      out->source = event->sourceid;
      out->time = event->time;
      out->serial = event->serial;
      out->scroll_count = collect(event->classes, event->num_classes, event->sourceid, out->scrolls, 16);
      return true;
    }
    case XI_HierarchyChanged: {
      const XIHierarchyEvent *event = data;
      if (!(event->flags & (XISlaveRemoved | XIDeviceDisabled))) return false;
      out->kind = CXInputDeviceRemoved;
      out->time = event->time;
      out->serial = event->serial;
      for (int i = 0; i < event->num_info; i++)
        if (event->info[i].flags & (XISlaveRemoved | XIDeviceDisabled)) out->source = event->info[i].deviceid;
      return true;
    }
    default: return read_device(data, out);
  }
}

#else
int cx_input_open(Display *display, int *opcode) {
  (void)display, (void)opcode;
  return -1;
}
void cx_input_select(Display *display, Window window, Window root) { (void)display, (void)window, (void)root; }
int cx_input_scroll_axes(Display *display, CXScrollAxis *out, int limit) {
  (void)display, (void)out, (void)limit;
  return 0;
}
bool cx_input_read(const XEvent *generic, CXInputEvent *out) {
  (void)generic;
  memset(out, 0, sizeof *out);
  return false;
}
#endif

int cx_input_axis_number(const CXInputEvent *event, int index) { return event->axes[index].number; }
double cx_input_axis_value(const CXInputEvent *event, int index) { return event->axes[index].value; }
CXScrollAxis cx_input_scroll(const CXInputEvent *event, int index) { return event->scrolls[index]; }
