#pragma once
// Access to parts of X11 that Swift cannot reach: macros, unions, variadic functions, and optional
// libraries. libX11 and libXext are linked. libXi, libXrandr, libXpresent, libX11-xcb, libxcb,
// libXcursor, libXdamage and libXtst are loaded with dlopen if installed; without them, or built
// without their headers, the functions below report the feature as missing.
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

/// A word of the command line, starting with the program's own name; NULL after the last. Works
/// without /proc.
const char *cx_argument(int index);

// Errors and lost connections.

/// Replaces Xlib's error handlers, which print and exit, by handlers that count.
void cx_install_handlers(void);
/// Sets `*lost` to 1 when the connection breaks; false if libX11 is too old (before 1.7) to survive
/// that.
bool cx_watch_loss(Display *display, int *lost);
/// Opens a display, and keeps Xlib from printing to the standard error if the server refuses. If
/// the connection breaks during this, libX11 cannot continue: the process prints a sentence and
/// ends with status 3.
Display *cx_open_display(const char *name);
/// Restores the standard error while a display is being opened, before the process gives up;
/// callable from any thread.
void cx_show_errors(void);
/// The number of requests refused by servers so far, in the whole process.
unsigned cx_error_count(void);

// Macros and unions.

/// Frees an image, including its pixels unless `data` is NULL.
void cx_destroy_image(XImage *image);
/// The pixel at a position, in the image's own format.
unsigned long cx_get_pixel(XImage *image, int x, int y);
/// Whether the connection is a local socket, over which a file descriptor can be sent.
bool cx_is_local(Display *display);
/// Element `index` of a client message's five longs.
long cx_message_long(const XEvent *event, int index);
void cx_set_message_long(XEvent *event, int index, long value);
/// The segment that the server has read, from a ShmCompletion event of MIT-SHM.
unsigned long cx_completed_segment(const XEvent *event);

// The process and the machine.

void cx_close(int fd);
/// Writes this machine's null-terminated name into `limit` bytes; returns 0, or -1 if it does not
/// fit.
int cx_host_name(uint8_t *name, size_t limit);
/// Makes this process adopt descendants whose parent has exited.
void cx_adopt_orphans(void);
/// Sends this process a signal when its parent exits.
void cx_end_with_parent(int signal);
/// The time of CLOCK_MONOTONIC, in microseconds.
int64_t cx_monotonic_us(void);
/// The processor time used by this thread, in microseconds.
int64_t cx_thread_us(void);
/// How long the thread that first called this has been ready to run while others had the
/// processors, in microseconds; 0 if the system does not report it.
int64_t cx_queued_us(void);

// Shared memory.

/// Creates a file in memory of `size` bytes that cannot shrink; returns its descriptor, or -1.
int cx_memory_file(size_t size);
/// Maps a memory file for reading and writing; NULL on failure.
void *cx_map_file(int fd, size_t size);
void cx_unmap(void *memory, size_t size);
/// Asks the server to attach a memory file read-only; returns the segment's id, or 0 if the request
/// cannot be sent. The caller keeps `fd`.
unsigned long cx_shm_attach_fd(Display *display, int fd);
/// Creates a private System V segment of `size` bytes and maps it to `*memory`; returns its id, or
/// -1.
int cx_sysv_create(size_t size, void **memory);
/// Removes the segment as soon as it is no longer mapped by anyone.
void cx_sysv_mark_removed(int id);
void cx_sysv_detach(void *memory);

// Window and input.

/// Creates a window, not yet mapped, in the pixel format of the screen's default visual, with true
/// colours. It has no background, and a resize keeps its contents at the top left.
Window cx_open_window(Display *display, int x, int y, unsigned width, unsigned height);

/// The kind of an input event.
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

/// What moves a scrolling axis, according to its driver.
typedef enum {
  /// A wheel, or an unknown device.
  CXScrollsByWheel,
  /// Fingers on a touchpad that reports their lift as a motion of 0.
  CXScrollsByFingers,
  /// A touchpad that coasts by itself after the fingers were lifted, and does not report when that
  /// was.
  CXScrollsByItself,
} CXScrollKind;

/// One scrolling axis of a device, and its reading.
typedef struct {
  int device, number;
  bool horizontal;
  CXScrollKind kind;
  /// The axis's increment per notch of scrolling down or right; negative if it is reversed.
  double increment;
  double value;
} CXScrollValuator;

enum { CXAxisLimit = 32, CXScrollValuatorLimit = 64 };

/// One pointer, touch, wheel, key or focus event, whichever protocol reported it.
///
/// A field whose comment names kinds is valid only for those.
typedef struct {
  CXInputKind kind;
  /// The server's clock in milliseconds, which wraps after 49.7 days; 0 = unknown.
  uint32_t time;
  /// The number of the last request that the server had processed before this event.
  unsigned long serial;
  /// The position in the window, in device pixels with fractions.
  double x, y;
  /// X modifier bits: 1 Shift, 4 Control, 8 Alt.
  uint32_t modifiers;
  /// The source device; 0 for core events.
  int source;
  /// Whether the server derived it from another reported event, such as a press from a touch.
  bool emulated;
  /// CXPressed, CXReleased: the button's number, never a wheel's.
  int button;
  /// CXTouch…: the touch's id, from the finger's landing to its lift.
  int touch;
  /// CXEntered: the buttons held, bit n for button n.
  uint32_t buttons;
  /// CXWheel: one notch along one axis, 1 to the right or down, -1 to the left or up.
  double notch_x, notch_y;
  /// CXKey…: the key's code.
  uint32_t key_code;
  /// CXKey…: the key's symbol without modifiers, its symbol with them, and the first ASCII letter
  /// or digit among its layouts; 0 = none.
  unsigned long plain_symbol, symbol, latin_symbol;
  /// CXKeyUp: whether a press of the key follows at the same time: auto-repeat, from a server that
  /// does not mark it.
  bool repeats;
  /// CXEntered: the number of the request that queried `scrolls`, whose readings are as of its
  /// reply.
  unsigned long query;
  /// CXMoved: the axes that moved.
  int axis_count;
  /// CXEntered, CXDeviceChanged: the scrolling axes and their readings.
  int scroll_count;
  CXAxisReading axes[CXAxisLimit];
  CXScrollValuator scrolls[CXScrollValuatorLimit];
} CXInput;

/// How a window's input is read.
typedef struct {
  Display *display;
  /// The opcode of XInput 2, or -1 if pointer input uses core events.
  int opcode;
  /// Whether the server supports detectable auto-repeat, without releases while a key is held.
  bool marks_repeats;
} CXInputReader;

/// Selects a window's input, through XInput 2 if libXi and the server support it, else through core
/// events; plus the core events in `mask`.
CXInputReader cx_input_open(Display *display, Window window, long mask);
/// Reads an input event; for a generic event, the caller must have fetched its data. False if it is
/// not the window's input.
bool cx_input_read(const CXInputReader *reader, XEvent *event, CXInput *out);
/// An input event of a kind, with all other fields 0.
CXInput cx_input(CXInputKind kind);
/// Adds an axis's reading; ignored if the array is full.
void cx_input_add_axis(CXInput *input, int number, double value);
/// Adds a scrolling axis; ignored if the array is full.
void cx_input_add_scroll(CXInput *input, CXScrollValuator axis);
/// Elements of the two arrays, which Swift imports as tuples.
CXAxisReading cx_input_axis(const CXInput *input, int index);
CXScrollValuator cx_input_scroll(const CXInput *input, int index);

// RandR, Present, cursors.

/// Subscribes to changes of the screen's outputs; returns the number of RandR's first event, or -1.
int cx_outputs_open(Display *display, Window root);
/// Properties of the output that shows most of a rectangle.
typedef struct {
  double rate;     ///< Frames per second; 0 = unknown.
  double density;  ///< Pixels per inch; 0 = unknown.
  /// Whether any output of the display has a pixel clock; false if all modes report a clock of 0.
  bool has_clock;
} CXOutput;
void cx_outputs_query(Display *display, Window root, int x, int y, int width, int height, CXOutput *output);
/// Updates Xlib's idea of the screen size from an event of RandR or of the root window.
void cx_outputs_update(XEvent *event);

/// Loads libXpresent and selects Present's completion events on a window; returns the extension's
/// opcode, or -1.
int cx_present_open(Display *display, Window window);
/// Requests a report of the next vblank; the reply carries `serial`. Only if `cx_present_open`
/// succeeded.
void cx_present_request(Display *display, Window window, uint32_t serial);
/// Reads the reply to `cx_present_request`: its serial, the vblank count and the time of the vblank
/// in microseconds of CLOCK_MONOTONIC. False for any other event.
bool cx_present_read(const XEvent *event, uint32_t *serial, uint64_t *msc, uint64_t *ust);

/// A cursor of the user's theme by name, or 0.
Cursor cx_theme_cursor(Display *display, const char *name);
/// Sets the theme and the size in pixels of cursors loaded from now on; NULL and 0 restore the
/// initial ones.
///
/// XCURSOR_THEME and XCURSOR_SIZE take precedence if set.
void cx_set_cursor_theme(Display *display, const char *theme, int size);

// Other programs' windows.

/// Subscribes to changes in a drawable or the windows in it; returns the type of the events, or -1
/// without libXdamage or the extension.
int cx_damage_open(Display *display, Drawable drawable, unsigned long *damage);
/// The server's time of a damage event, in milliseconds.
uint32_t cx_damage_time(const XEvent *event);
/// Clears the damage, so that the next change is reported. Only if `cx_damage_open` succeeded.
void cx_damage_clear(Display *display, unsigned long damage);
/// Subscribes to device actions anywhere on the display, with the server's own times; returns the
/// opcode of XInput 2, or -1.
int cx_raw_open(Display *display);
/// Reads a press, a motion or a release of a pointer or a finger, with its server time in
/// milliseconds. False for any other event.
///
/// A wheel notch is a press of a button from 4 to 7: up, down, left and right.
bool cx_raw_read(const XEvent *event, CXInputKind *kind, int *button, uint32_t *time);
/// Whether pointer input can be simulated: libXtst and the XTEST extension are available.
bool cx_fake_open(Display *display);
/// Moves the pointer to a position of its screen, in pixels. Only if `cx_fake_open` succeeded.
void cx_fake_motion(Display *display, int x, int y);
/// Presses or releases a pointer button. Only if `cx_fake_open` succeeded.
void cx_fake_button(Display *display, unsigned button, bool pressed);

// Waiting.

/// Asks the system to schedule this thread in slices of 0.1 ms, the shortest possible.
///
/// Short slices do not increase the thread's share of the processor, but when it wakes up, it need
/// not wait for the end of another thread's longer slice. Systems without this ignore the request.
///
/// Source: Linux 6.12, kernel/sched/syscalls.c, `__setparam_fair`: a slice of 0.1…100 ms as
/// `sched_runtime` of SCHED_OTHER.
void cx_short_slices(void);
/// Creates a timer; returns its descriptor, or -1.
int cx_timer_create(void);
/// Arms the timer for a time of CLOCK_MONOTONIC, in microseconds; 0 disarms it.
void cx_timer_arm(int timer, int64_t at_us);
/// Creates a wake-up by which another thread or a signal handler can end `cx_poll`; returns its
/// descriptor, or -1.
int cx_wake_create(void);
/// Ends the current or the next `cx_poll`.
void cx_wake_signal(int fd);
/// Resets a timer or a wake-up that has fired.
void cx_drain(int fd);
/// Waits for the connection, the timer, the wake-up or another file. Returns a bit set: bit 0
/// connection, 1 timer, 2 wake-up, 3 connection broken, 4 the other file; 0 after `timeout_ms`
/// milliseconds (-1 = no limit).
int cx_poll(int connection, int timer, int wake, int other, int timeout_ms);
