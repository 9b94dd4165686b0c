// Injects file system faults into a program that is started with this library preloaded.
//
// FAULT_FOLDER: only calls on files in this folder count. FAULT_AT: the number of the call that
// goes wrong, from 1. FAULT_KIND: fail = that call fails with FAULT_ERROR; rest = it and all later
// ones fail; full = it and all later ones that need space fail; short = a write takes half; kill =
// the program is killed there, every second time after the call.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_int calls;

static int is_kind(const char *kind) {
  const char *wanted = getenv("FAULT_KIND");
  return wanted && strcmp(wanted, kind) == 0;
}

// Whether a path is in the folder, also if it is relative to a descriptor. The folder is the
// program's working directory.
static int is_inside(const char *path) {
  const char *folder = getenv("FAULT_FOLDER");
  if (!folder || !path) return 0;
  char here[PATH_MAX];
  if (path[0] != '/') return getcwd(here, sizeof here) && strncmp(here, folder, strlen(folder)) == 0;
  return strncmp(path, folder, strlen(folder)) == 0;
}

static int is_open_inside(int descriptor) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return path[0] == '/' && is_inside(path);
}

static int wanted_call(void) { return getenv("FAULT_AT") ? atoi(getenv("FAULT_AT")) : 0; }

// Counts a call; returns whether it must fail, with errno set. Kills before an odd call.
static int fails(int number) {
  int at = wanted_call();
  if (is_kind("kill") && number == at && at % 2 == 1) kill(getpid(), SIGKILL);
  int all_fail = is_kind("rest") || is_kind("full");
  if (!(is_kind("fail") && number == at) && !(all_fail && number >= at)) return 0;
  errno = getenv("FAULT_ERROR") ? atoi(getenv("FAULT_ERROR")) : EIO;
  return 1;
}

// Kills after an even call.
static void done(int number) {
  if (is_kind("kill") && number == wanted_call()) kill(getpid(), SIGKILL);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define FAULT(name, inside, ...)              \
  do {                                        \
    if (!(inside)) return REAL(name)(__VA_ARGS__); \
    int number = atomic_fetch_add(&calls, 1) + 1; \
    if (fails(number)) return -1;             \
    __typeof__(REAL(name)(__VA_ARGS__)) result = REAL(name)(__VA_ARGS__); \
    done(number);                             \
    return result;                            \
  } while (0)

// The mode is only passed if the call may create the file.
#define OPEN(name)                                      \
  int name(const char *path, int flags, ...) {          \
    mode_t mode = 0;                                    \
    if (flags & O_CREAT) {                              \
      va_list list;                                     \
      va_start(list, flags);                            \
      mode = va_arg(list, mode_t);                      \
      va_end(list);                                     \
    }                                                   \
    int counts = is_inside(path) && (flags & O_CREAT || !is_kind("full")); \
    FAULT(name, counts, path, flags, mode);             \
  }

OPEN(open)
OPEN(open64)

ssize_t write(int descriptor, const void *bytes, size_t count) {
  int inside = is_open_inside(descriptor);
  if (inside && is_kind("short") && count > 1) {
    int number = atomic_fetch_add(&calls, 1) + 1;
    return REAL(write)(descriptor, bytes, number >= wanted_call() ? count / 2 : count);
  }
  // The disk fills up in the middle of a write.
  if (inside && is_kind("full") && count > 1 && atomic_load(&calls) + 1 == wanted_call()) {
    atomic_fetch_add(&calls, 1);
    return REAL(write)(descriptor, bytes, count / 2);
  }
  FAULT(write, inside, descriptor, bytes, count);
}

ssize_t read(int descriptor, void *bytes, size_t count) {
  FAULT(read, !is_kind("full") && is_open_inside(descriptor), descriptor, bytes, count);
}

int fsync(int descriptor) { FAULT(fsync, is_open_inside(descriptor), descriptor); }
int ftruncate(int descriptor, off_t length) { FAULT(ftruncate, is_open_inside(descriptor), descriptor, length); }
int rename(const char *from, const char *to) {
  FAULT(rename, !is_kind("full") && is_inside(to), from, to);
}
int link(const char *from, const char *to) { FAULT(link, is_inside(to), from, to); }
int unlink(const char *path) { FAULT(unlink, is_kind("kill") && is_inside(path), path); }
int mkdir(const char *path, mode_t mode) { FAULT(mkdir, is_inside(path), path, mode); }
