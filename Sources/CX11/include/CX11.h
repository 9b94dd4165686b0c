#pragma once
// What Swift cannot say of X11: macros, variadics, and the libraries that are loaded only if they are there.
// libX11 and libXext are linked. libXi, libXrandr, libXpresent, libX11-xcb, libxcb and libXcursor are loaded with dlopen when they
// are installed; without them, or built without their headers, the functions below answer that the feature is off.
#include <X11/Xatom.h>
#include <X11/XKBlib.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/cursorfont.h>
#include <X11/keysym.h>
#include <X11/extensions/XShm.h>
#include <X11/extensions/sync.h>
#include <stdbool.h>
#include <stdint.h>

// Errors and loss ------------------------------------------------------------------------------------------------------------------

/// Replaces Xlib's handlers, which print and exit, by ones that count.
void cx_install_handlers(void);
/// Sets `*lost` to 1 when the connection breaks; false where libX11 is too old (before 1.7) to survive that.
bool cx_watch_loss(Display *display, int *lost);
/// Opens a display without Xlib's own words on the standard error when the server refuses.
Display *cx_open_display(const char *name);
/// How many errors there have been.
unsigned cx_error_count(void);

// Macros and unions ----------------------------------------------------------------------------------------------------------------

void cx_destroy_image(XImage *image);
unsigned long cx_get_pixel(XImage *image, int x, int y);
/// Whether the connection is a local socket, over which a file descriptor can be sent.
bool cx_is_local(Display *display);
/// Element `index` of a client message's five longs.
long cx_message_long(const XEvent *event, int index);
unsigned long cx_completed_segment(const XEvent *event);
void cx_close(int fd);
/// Puts this machine's name, ended by a zero; 0 if there is one.
int cx_host_name(uint8_t *name, size_t limit);
void cx_set_message_long(XEvent *event, int index, long value);
/// Puts CLOCK_MONOTONIC in microseconds.
int64_t cx_monotonic_us(void);
/// The processor's time that this thread has used, in microseconds.
int64_t cx_thread_us(void);
/// How long the window's thread has been ready to run while others had the processors, in microseconds; 0 where the system does not say.
///
/// The thread that asks first is the one that is told of.
int64_t cx_queued_us(void);

// Shared memory by file descriptor -------------------------------------------------------------------------------------------------

/// A sealed-off memory file of `size` bytes, or -1.
int cx_memory_file(size_t size);
/// Maps a memory file for reading and writing; NULL on failure.
void *cx_map_file(int fd, size_t size);
void cx_unmap(void *memory, size_t size);
/// Asks the server to attach `fd` read-only and closes it; 0 where that cannot be asked, else the segment's id.
unsigned long cx_shm_attach_fd(Display *display, int fd);
/// A private System V segment of `size` bytes, mapped; -1 on failure.
int cx_sysv_create(size_t size, void **memory);
void cx_sysv_mark_removed(int id);
void cx_sysv_detach(void *memory);

// Window and input -----------------------------------------------------------------------------------------------------------------

/// Creates a window of the screen's default visual, not yet mapped: no background, and contents that stay at the top left in a resize.
Window cx_open_window(Display *display, int x, int y, unsigned width, unsigned height);

/// What an input event reports.
typedef enum {
  CXMoved, CXPressed, CXReleased, CXWheel, CXEntered, CXLeft,
  CXTouchBegan, CXTouchMoved, CXTouchEnded,
  CXKeyDown, CXKeyUp, CXFocused, CXUnfocused,
  CXDeviceChanged, CXDeviceRemoved,
} CXInputKind;

/// The reading of one axis of a device.
typedef struct {
  int number;
  double value;
} CXAxisReading;

/// One scrolling axis of a device, with a reading.
typedef struct {
  int device, number;
  bool horizontal;
  /// How far the axis goes in one notch; negative where it counts the other way.
  double increment;
  double value;
} CXScrollValuator;

enum { CXAxisLimit = 32, CXScrollValuatorLimit = 64 };

/// One event of pointer, touch, wheel, key or focus, flattened: what every later stage reads, whichever protocol reported it.
typedef struct {
  CXInputKind kind;
  /// The server's clock in milliseconds, which wraps after 49.7 days; 0 = not told.
  uint32_t time;
  /// The number of the last request that the server had processed.
  unsigned long serial;
  /// Device pixels in the window, with fractions.
  double x, y;
  /// X modifier bits: 1 Shift, 4 Control, 8 Alt.
  uint32_t modifiers;
  /// The device it came from; 0 by core events.
  int source;
  /// Whether the server derived it from something else that is reported too.
  bool emulated;
  /// CXPressed, CXReleased: the button, never one of a wheel.
  int button;
  /// CXTouch…: the finger.
  int touch;
  /// CXEntered: the buttons held, bit n for button n.
  uint32_t buttons;
  /// CXWheel: one notch, positive right and down.
  double notch_x, notch_y;
  /// CXKey…: the key, its symbol without modifiers, its symbol with them, and the first ASCII letter or digit of its groups (0 = none).
  uint32_t key_code;
  unsigned long plain_symbol, symbol, latin_symbol;
  /// CXKeyUp: whether the same key goes down at once: auto-repeat of a server that cannot mark it.
  bool repeats;
  /// CXEntered: the number of the request that asked for `scrolls`.
  unsigned long query;
  /// CXMoved: the axes that moved.
  int axis_count;
  /// CXEntered, CXDeviceChanged: the scrolling axes and where they are.
  int scroll_count;
  CXAxisReading axes[CXAxisLimit];
  CXScrollValuator scrolls[CXScrollValuatorLimit];
} CXInput;

/// How a window's input is read.
typedef struct {
  Display *display;
  /// The opcode of XInput 2, or -1 where the pointer comes by core events.
  int opcode;
  /// Whether the server marks auto-repeat, so that a held key never seems to be lifted.
  bool marks_repeats;
} CXInputReader;

/// Selects a window's input, by XInput 2 where libXi and the server have it, else by core events, and `mask` besides.
CXInputReader cx_input_open(Display *display, Window window, long mask);
/// Reads an event; a generic one's data has been fetched. False if it is no input of the window.
bool cx_input_read(const CXInputReader *reader, XEvent *event, CXInput *out);
/// An input of a kind that reports nothing else yet.
CXInput cx_input(CXInputKind kind);
/// Adds the reading of an axis; what does not fit is left out.
void cx_input_add_axis(CXInput *input, int number, double value);
/// Adds a scrolling axis; what does not fit is left out.
void cx_input_add_scroll(CXInput *input, CXScrollValuator axis);
CXAxisReading cx_input_axis(const CXInput *input, int index);
CXScrollValuator cx_input_scroll(const CXInput *input, int index);

// RandR, Present, cursors ----------------------------------------------------------------------------------------------------------

/// Selects changes of the outputs; the extension's first event, or -1.
int cx_outputs_open(Display *display, Window root);
/// The refresh rate in Hz and the density in dots an inch of the output that shows most of a rectangle; 0 = unknown.
void cx_outputs_query(Display *display, Window root, int x, int y, int width, int height, double *rate, double *dpi);
void cx_outputs_update(XEvent *event);

/// Loads libXpresent and selects its completions for a window; the extension's opcode, or -1.
int cx_present_open(Display *display, Window window);
/// Asks to be told of the next vblank.
void cx_present_request(Display *display, Window window, uint32_t serial);
/// Reads a completed NotifyMSC; false if it is something else.
bool cx_present_read(const XEvent *event, uint32_t *serial, uint64_t *msc, uint64_t *ust);

/// A cursor of the user's theme by its name, or 0.
Cursor cx_theme_cursor(Display *display, const char *name);
/// Takes cursors from a theme and of a size in pixels from now on; NULL and 0 stand for what the environment or the resources said at the start.
///
/// What the environment says (XCURSOR_THEME, XCURSOR_SIZE) stays.
void cx_set_cursor_theme(Display *display, const char *theme, int size);

// Waiting --------------------------------------------------------------------------------------------------------------------------

/// Asks the system to give this thread its processor in slices of a tenth of a millisecond, the shortest there are: who wakes up for a short slice waits
/// for no longer one to end, and gets no more of the processor in all. Systems that know no such wish do nothing.
///
/// Source: Linux 6.12, kernel/sched/syscalls.c, `__setparam_fair`: a slice of 0.1…100 ms as `sched_runtime` of SCHED_OTHER.
void cx_short_slices(void);
int cx_timer_create(void);
/// Arms the timer for a moment of CLOCK_MONOTONIC in microseconds; 0 disarms it.
void cx_timer_arm(int timer, int64_t at_us);
int cx_wake_create(void);
void cx_wake_signal(int fd);
void cx_drain(int fd);
/// Waits for the connection, the timer or the wake-up: bit 0 connection, 1 timer, 2 wake-up, 3 connection broken; 0 after `timeout_ms`.
int cx_poll(int connection, int timer, int wake, int timeout_ms);
