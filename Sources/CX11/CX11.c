#define _GNU_SOURCE
#include "CX11.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static unsigned errors;
static bool survives;

static int on_error(Display *display, XErrorEvent *event) {
  (void)display;
  (void)event;
  errors++;
  return 0;
}

static int on_io_error(Display *display) {
  (void)display;
  // Older libraries end the process when this returns, with status 1; ours has a code for a lost display.
  if (!survives) exit(3);
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
  survives = true;
  return true;
}

Display *cx_open_display(const char *name) {
  int words = fcntl(2, F_DUPFD_CLOEXEC, 3);
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (words >= 0 && nowhere >= 0) dup2(nowhere, 2);
  Display *display = XOpenDisplay(name);
  if (words >= 0 && nowhere >= 0) dup2(words, 2);
  if (words >= 0) close(words);
  if (nowhere >= 0) close(nowhere);
  return display;
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
  static int file = -2;
  if (file == -2) file = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
  // Nanoseconds run, nanoseconds queued, and a count.
  char text[64];
  ssize_t count = file < 0 ? 0 : pread(file, text, sizeof text - 1, 0);
  if (count <= 0) return 0;
  text[count] = 0;
  char *queued = strchr(text, ' ');
  return queued ? strtoll(queued, NULL, 10) / 1000 : 0;
}

static struct {
  Cursor (*load)(Display *, const char *);
  int (*set_theme)(Display *, const char *);
  int (*set_size)(Display *, int);
  int (*size)(Display *);
} cursors;

static bool load_cursors(void) {
  static bool tried;
  if (tried) return cursors.load;
  tried = true;
  void *library = dlopen("libXcursor.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return false;
  cursors.set_theme = (__typeof__(cursors.set_theme))dlsym(library, "XcursorSetTheme");
  cursors.set_size = (__typeof__(cursors.set_size))dlsym(library, "XcursorSetDefaultSize");
  cursors.size = (__typeof__(cursors.size))dlsym(library, "XcursorGetDefaultSize");
  if (!cursors.set_theme || !cursors.set_size || !cursors.size) return false;
  cursors.load = (__typeof__(cursors.load))dlsym(library, "XcursorLibraryLoadCursor");
  return cursors.load;
}

Cursor cx_theme_cursor(Display *display, const char *name) { return load_cursors() ? cursors.load(display, name) : 0; }

void cx_set_cursor_theme(Display *display, const char *theme, int size) {
  if (!load_cursors()) return;
  static int first_size;
  if (!first_size) first_size = cursors.size(display);
  if (!getenv("XCURSOR_THEME")) cursors.set_theme(display, theme);
  if (!getenv("XCURSOR_SIZE")) cursors.set_size(display, size > 0 ? size : first_size);
}
