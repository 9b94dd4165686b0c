#define _GNU_SOURCE
#include "CX11.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <unistd.h>
#if __has_include(<X11/Xlib-xcb.h>) && __has_include(<xcb/xcb.h>) && __has_include(<xcb/xcbext.h>)
#include <X11/Xlib-xcb.h>
#include <xcb/xcb.h>
#include <xcb/xcbext.h>
#define CX_HAS_XCB 1
#endif

int cx_memory_file(size_t size) {
  int fd = memfd_create("feellab", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0) return -1;
  if (ftruncate(fd, (off_t)size)) {
    close(fd);
    return -1;
  }
  // The server maps the file, and if it shrank, SIGBUS would kill the server.
  fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK);
  return fd;
}

void *cx_map_file(int fd, size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

void cx_unmap(void *memory, size_t size) { munmap(memory, size); }

#ifdef CX_HAS_XCB
unsigned long cx_shm_attach_fd(Display *display, int fd) {
  static __typeof__(&XGetXCBConnection) connection_of;
  static __typeof__(&xcb_send_request_with_fds) send_with_fds;
  static __typeof__(&xcb_generate_id) generate_id;
  static xcb_extension_t shm = {"MIT-SHM", 0};
  if (!send_with_fds) {
    void *bridge = dlopen("libX11-xcb.so.1", RTLD_LAZY | RTLD_LOCAL);
    void *xcb = dlopen("libxcb.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (!bridge || !xcb) return 0;
    connection_of = (__typeof__(connection_of))dlsym(bridge, "XGetXCBConnection");
    generate_id = (__typeof__(generate_id))dlsym(xcb, "xcb_generate_id");
    send_with_fds = (__typeof__(send_with_fds))dlsym(xcb, "xcb_send_request_with_fds");
    if (!connection_of || !generate_id || !send_with_fds) {
      send_with_fds = NULL;
      return 0;
    }
  }
  // ShmAttachFd of MIT-SHM 1.2; xcb fills in the length and the opcodes.
  struct { uint8_t major, minor; uint16_t length; uint32_t segment; uint8_t read_only, pad[3]; } request = {0};
  xcb_connection_t *connection = connection_of(display);
  request.segment = generate_id(connection);
  request.read_only = 1;
  // xcb uses the two elements before the first.
  struct iovec parts[4] = {{0}};
  parts[2].iov_base = &request;
  parts[2].iov_len = sizeof request;
  xcb_protocol_request_t protocol = {.count = 1, .ext = &shm, .opcode = 6, .isvoid = 1};
  // xcb closes the descriptor after sending it.
  int sent = dup(fd);
  if (sent < 0) return 0;
  if (!send_with_fds(connection, 0, parts + 2, &protocol, 1, &sent)) return 0;
  return request.segment;
}
#else
unsigned long cx_shm_attach_fd(Display *display, int fd) {
  (void)display, (void)fd;
  return 0;
}
#endif

int cx_sysv_create(size_t size, void **memory) {
  int id = shmget(IPC_PRIVATE, size, IPC_CREAT | 0600);
  if (id < 0) return -1;
  *memory = shmat(id, NULL, 0);
  if (*memory == (void *)-1) {
    shmctl(id, IPC_RMID, NULL);
    return -1;
  }
  return id;
}

void cx_sysv_mark_removed(int id) { shmctl(id, IPC_RMID, NULL); }
void cx_sysv_detach(void *memory) { shmdt(memory); }
