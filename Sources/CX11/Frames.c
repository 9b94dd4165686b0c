#define _GNU_SOURCE
#include "CX11.h"
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

#if __has_include(<X11/extensions/Xpresent.h>)
#include <X11/extensions/Xpresent.h>

// From libXpresent; set last, as a mark that the library is loaded.
static __typeof__(&XPresentNotifyMSC) notify_msc;

int cx_present_open(Display *display, Window window) {
  static __typeof__(&XPresentSelectInput) select_input;
  int opcode, event, error;
  if (!XQueryExtension(display, "Present", &opcode, &event, &error)) return -1;
  if (!notify_msc) {
    void *library = dlopen("libXpresent.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (!library) return -1;
    select_input = (__typeof__(select_input))dlsym(library, "XPresentSelectInput");
    if (!select_input) return -1;
    notify_msc = (__typeof__(notify_msc))dlsym(library, "XPresentNotifyMSC");
    if (!notify_msc) return -1;
  }
  select_input(display, window, PresentCompleteNotifyMask);
  return opcode;
}

void cx_present_request(Display *display, Window window, uint32_t serial) {
  // Target 0 has always passed, so the server waits for the next count that is 0 modulo 1, the next
  // vblank. A specific target would be answered at once if it had passed.
  notify_msc(display, window, serial, 0, 1, 0);
}

bool cx_present_read(const XEvent *generic, uint32_t *serial, uint64_t *msc, uint64_t *ust) {
  if (generic->xcookie.evtype != PresentCompleteNotify || !generic->xcookie.data) return false;
  const XPresentCompleteNotifyEvent *event = generic->xcookie.data;
  if (event->kind != PresentCompleteKindNotifyMSC) return false;
  *serial = event->serial_number;
  *msc = event->msc;
  *ust = event->ust;
  return true;
}
#else
int cx_present_open(Display *display, Window window) {
  (void)display, (void)window;
  return -1;
}
void cx_present_request(Display *display, Window window, uint32_t serial) {
  (void)display, (void)window, (void)serial;
}
bool cx_present_read(const XEvent *generic, uint32_t *serial, uint64_t *msc, uint64_t *ust) {
  (void)generic, (void)serial, (void)msc, (void)ust;
  return false;
}
#endif

#if __has_include(<X11/extensions/Xrandr.h>)
#include <X11/extensions/Xrandr.h>

// From libXrandr; `update` is set last, as a mark that the library is loaded.
static struct {
  __typeof__(&XRRSelectInput) select_input;
  __typeof__(&XRRGetScreenResourcesCurrent) resources;
  __typeof__(&XRRFreeScreenResources) free_resources;
  __typeof__(&XRRGetCrtcInfo) crtc;
  __typeof__(&XRRFreeCrtcInfo) free_crtc;
  __typeof__(&XRRGetOutputInfo) output;
  __typeof__(&XRRFreeOutputInfo) free_output;
  __typeof__(&XRRUpdateConfiguration) update;
  // Since RandR 1.5; an older library has none of these three.
  __typeof__(&XRRGetMonitors) monitors;
  __typeof__(&XRRFreeMonitors) free_monitors;
  __typeof__(&XRRQueryVersion) version;
} randr;

// Whether the server supports monitors (RandR 1.5).
static bool has_monitors;

int cx_outputs_open(Display *display, Window root) {
  int opcode, event, error;
  if (!XQueryExtension(display, "RANDR", &opcode, &event, &error)) return -1;
  if (!randr.update) {
    void *library = dlopen("libXrandr.so.2", RTLD_LAZY | RTLD_LOCAL);
    if (!library) return -1;
#define LOAD(field, name) \
  if (!(randr.field = (__typeof__(randr.field))dlsym(library, name))) return -1
    LOAD(select_input, "XRRSelectInput");
    LOAD(resources, "XRRGetScreenResourcesCurrent");
    LOAD(free_resources, "XRRFreeScreenResources");
    LOAD(crtc, "XRRGetCrtcInfo");
    LOAD(free_crtc, "XRRFreeCrtcInfo");
    LOAD(output, "XRRGetOutputInfo");
    LOAD(free_output, "XRRFreeOutputInfo");
    randr.monitors = (__typeof__(randr.monitors))dlsym(library, "XRRGetMonitors");
    randr.free_monitors = (__typeof__(randr.free_monitors))dlsym(library, "XRRFreeMonitors");
    randr.version = (__typeof__(randr.version))dlsym(library, "XRRQueryVersion");
    LOAD(update, "XRRUpdateConfiguration");
#undef LOAD
  }
  int major = 0, minor = 0;
  has_monitors = randr.monitors && randr.free_monitors && randr.version &&
                 randr.version(display, &major, &minor) && (major > 1 || minor >= 5);
  randr.select_input(display, root, RRScreenChangeNotifyMask | RRCrtcChangeNotifyMask);
  return event;
}

// The refresh rate of a mode, in Hz; 0 = unknown.
static double mode_rate(const XRRScreenResources *resources, RRMode mode) {
  for (int i = 0; i < resources->nmode; i++) {
    const XRRModeInfo *info = &resources->modes[i];
    if (info->id != mode || !info->hTotal || !info->vTotal) continue;
    double lines = info->vTotal;
    if (info->modeFlags & RR_DoubleScan) lines *= 2;
    if (info->modeFlags & RR_Interlace) lines /= 2;
    return (double)info->dotClock / (info->hTotal * lines);
  }
  return 0;
}

static bool has_clock(const XRRScreenResources *resources) {
  for (int i = 0; i < resources->nmode; i++)
    if (resources->modes[i].dotClock) return true;
  return resources->nmode == 0;
}

// The length of the overlap of a0 ..< a1 and b0 ..< b1.
static long overlap(int a0, int a1, int b0, int b1) {
  int low = a0 > b0 ? a0 : b0, high = a1 < b1 ? a1 : b1;
  return high > low ? high - low : 0;
}

// The density by monitors, because a monitor may be a rotated output, two outputs that form one
// picture, or a part of an output.
static void monitor_density(Display *display, Window root, int x, int y, int width, int height, double *dpi) {
  int count = 0;
  long best = -1;
  XRRMonitorInfo *monitors = randr.monitors(display, root, True, &count);
  for (int i = 0; monitors && i < count; i++) {
    const XRRMonitorInfo *monitor = &monitors[i];
    long area = overlap(x, x + width, monitor->x, monitor->x + monitor->width) *
                overlap(y, y + height, monitor->y, monitor->y + monitor->height);
    if (area <= best) continue;
    best = area;
    *dpi = monitor->mwidth > 0 ? monitor->width * 25.4 / monitor->mwidth : 0;
  }
  if (monitors) randr.free_monitors(monitors);
}

void cx_outputs_query(Display *display, Window root, int x, int y, int width, int height, CXOutput *output) {
  *output = (CXOutput){.has_clock = true};
  if (!randr.update) return;
  XRRScreenResources *resources = randr.resources(display, root);
  if (!resources) return;
  output->has_clock = has_clock(resources);
  long best = -1;
  for (int i = 0; i < resources->ncrtc; i++) {
    XRRCrtcInfo *crtc = randr.crtc(display, resources, resources->crtcs[i]);
    if (!crtc) continue;
    long area = overlap(x, x + width, crtc->x, crtc->x + (int)crtc->width) *
                overlap(y, y + height, crtc->y, crtc->y + (int)crtc->height);
    if (crtc->mode && crtc->noutput > 0 && area > best) {
      best = area;
      output->rate = mode_rate(resources, crtc->mode);
      output->density = 0;
      XRROutputInfo *info = randr.output(display, resources, crtc->outputs[0]);
      if (info && info->mm_width > 0) output->density = crtc->width * 25.4 / (double)info->mm_width;
      if (info) randr.free_output(info);
    }
    randr.free_crtc(crtc);
  }
  randr.free_resources(resources);
  if (has_monitors) monitor_density(display, root, x, y, width, height, &output->density);
}

void cx_outputs_update(XEvent *event) {
  if (randr.update) randr.update(event);
}
#else
int cx_outputs_open(Display *display, Window root) {
  (void)display, (void)root;
  return -1;
}
void cx_outputs_query(Display *display, Window root, int x, int y, int width, int height, CXOutput *output) {
  (void)display, (void)root, (void)x, (void)y, (void)width, (void)height;
  *output = (CXOutput){.has_clock = true};
}
void cx_outputs_update(XEvent *event) { (void)event; }
#endif

void cx_short_slices(void) {
  // The kernel's `sched_attr`, which older C libraries do not declare.
  struct {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
  } attributes = {0};
  if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0)) return;
  // 0 is SCHED_OTHER: respect any other policy chosen for the program.
  if (attributes.policy != 0) return;
  // In nanoseconds.
  attributes.runtime = 100000;
  syscall(SYS_sched_setattr, 0, &attributes, 0);
}

int cx_timer_create(void) { return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK); }

void cx_timer_arm(int timer, int64_t at_us) {
  // Relative, because under faketime an absolute timer never fires; the time between reading the
  // clock and the call only delays it. At least 1 µs, because 0 disarms the timer.
  int64_t left = at_us == 0 ? 0 : at_us - cx_monotonic_us();
  if (at_us != 0 && left < 1) left = 1;
  struct itimerspec when = {.it_value = {left / 1000000, left % 1000000 * 1000}};
  timerfd_settime(timer, 0, &when, NULL);
}

int cx_wake_create(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void cx_wake_signal(int fd) {
  uint64_t one = 1;
  while (write(fd, &one, sizeof one) < 0 && errno == EINTR) {}
}

void cx_drain(int fd) {
  uint64_t count;
  while (read(fd, &count, sizeof count) < 0 && errno == EINTR) {}
}

int cx_poll(int connection, int timer, int wake, int other, int timeout_ms) {
  struct pollfd fds[] = {{connection, POLLIN, 0}, {timer, POLLIN, 0}, {wake, POLLIN, 0}, {other, POLLIN, 0}};
  if (poll(fds, 4, timeout_ms) <= 0) return 0;
  int result = 0;
  if (fds[0].revents & POLLIN) result |= 1;
  if (fds[1].revents & POLLIN) result |= 2;
  if (fds[2].revents & POLLIN) result |= 4;
  if (fds[0].revents & (POLLHUP | POLLERR)) result |= 8;
  if (fds[3].revents) result |= 16;
  return result;
}
