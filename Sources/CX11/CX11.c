#define _GNU_SOURCE
#include "CX11.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static unsigned errors;
// Whether libX11 can survive a broken connection.
static bool survives_loss;
// A copy of the standard error while a display is being opened, when it is redirected; otherwise
// -1.
static int set_aside = -1;

static int on_error(Display *display, XErrorEvent *event) {
  (void)display;
  (void)event;
  errors++;
  return 0;
}

static int on_io_error(Display *display) {
  (void)display;
  // While a display is being opened, no exit handler can be set yet.
  if (set_aside >= 0) {
    dprintf(set_aside, "%s: The X server ended the connection while the display was opened. "
      "Restart the server and read its log.\n", program_invocation_short_name);
    exit(3);
  }
  // An older libX11 exits with status 1 when this returns; our status for a lost display is 3.
  if (!survives_loss) exit(3);
  return 0;
}

static void on_io_exit(Display *display, void *lost) {
  (void)display;
  *(int *)lost = 1;
}

void cx_install_handlers(void) {
  XSetErrorHandler(on_error);
  XSetIOErrorHandler(on_io_error);
}

bool cx_watch_loss(Display *display, int *lost) {
  typedef void (*ExitHandler)(Display *, void *);
  typedef void (*SetExitHandler)(Display *, ExitHandler, void *);
  SetExitHandler set = (SetExitHandler)dlsym(RTLD_DEFAULT, "XSetIOErrorExitHandler");
  if (!set) return false;
  set(display, on_io_exit, lost);
  survives_loss = true;
  return true;
}

Display *cx_open_display(const char *name) {
  set_aside = fcntl(2, F_DUPFD_CLOEXEC, 3);
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (set_aside >= 0 && nowhere >= 0) dup2(nowhere, 2);
  Display *display = XOpenDisplay(name);
  if (set_aside >= 0 && nowhere >= 0) dup2(set_aside, 2);
  if (set_aside >= 0) close(set_aside);
  if (nowhere >= 0) close(nowhere);
  set_aside = -1;
  return display;
}

void cx_show_errors(void) {
  if (set_aside >= 0) dup2(set_aside, 2);
}

unsigned cx_error_count(void) { return errors; }

void cx_destroy_image(XImage *image) { XDestroyImage(image); }
unsigned long cx_get_pixel(XImage *image, int x, int y) { return XGetPixel(image, x, y); }

bool cx_is_local(Display *display) {
  struct sockaddr_storage address;
  socklen_t length = sizeof address;
  if (getpeername(ConnectionNumber(display), (struct sockaddr *)&address, &length)) return false;
  return address.ss_family == AF_UNIX;
}

long cx_message_long(const XEvent *event, int index) { return event->xclient.data.l[index]; }
unsigned long cx_completed_segment(const XEvent *event) { return ((const XShmCompletionEvent *)event)->shmseg; }
void cx_close(int fd) { close(fd); }
int cx_host_name(uint8_t *name, size_t limit) { return gethostname((char *)name, limit - 1); }
void cx_set_message_long(XEvent *event, int index, long value) { event->xclient.data.l[index] = value; }

void cx_adopt_orphans(void) { prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }
void cx_end_with_parent(int signal) { prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0); }

int64_t cx_monotonic_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t cx_thread_us(void) {
  struct timespec used;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return (int64_t)used.tv_sec * 1000000 + used.tv_nsec / 1000;
}

int64_t cx_queued_us(void) {
  // -2 = not opened yet, -1 = not available. The file stays that of the thread that opened it.
  static int file = -2;
  if (file == -2) file = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
  // Three numbers: nanoseconds running, nanoseconds queued, and the number of times scheduled.
  char text[64];
  ssize_t count = file < 0 ? 0 : pread(file, text, sizeof text - 1, 0);
  if (count <= 0) return 0;
  text[count] = 0;
  const char *queued = strchr(text, ' ');
  return queued ? strtoll(queued, NULL, 10) / 1000 : 0;
}

// From libXcursor; `load` is set last, and only if the others were found.
static struct {
  Cursor (*load)(Display *, const char *);
  int (*set_theme)(Display *, const char *);
  int (*set_size)(Display *, int);
  int (*default_size)(Display *);
} cursors;

static bool load_cursors(void) {
  static bool tried;
  if (tried) return cursors.load;
  tried = true;
  void *library = dlopen("libXcursor.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return false;
  cursors.set_theme = (__typeof__(cursors.set_theme))dlsym(library, "XcursorSetTheme");
  cursors.set_size = (__typeof__(cursors.set_size))dlsym(library, "XcursorSetDefaultSize");
  cursors.default_size = (__typeof__(cursors.default_size))dlsym(library, "XcursorGetDefaultSize");
  if (!cursors.set_theme || !cursors.set_size || !cursors.default_size) return false;
  cursors.load = (__typeof__(cursors.load))dlsym(library, "XcursorLibraryLoadCursor");
  return cursors.load;
}

Cursor cx_theme_cursor(Display *display, const char *name) { return load_cursors() ? cursors.load(display, name) : 0; }

void cx_set_cursor_theme(Display *display, const char *theme, int size) {
  if (!load_cursors()) return;
  static int first_size;
  if (!first_size) first_size = cursors.default_size(display);
  if (!getenv("XCURSOR_THEME")) cursors.set_theme(display, theme);
  if (!getenv("XCURSOR_SIZE")) cursors.set_size(display, size > 0 ? size : first_size);
}
