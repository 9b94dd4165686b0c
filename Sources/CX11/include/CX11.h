#pragma once
// What Swift cannot reach of X11: macros, unions, variadic functions, and the libraries that are
// loaded only if they are there. libX11 and libXext are linked. libXi, libXrandr, libXpresent,
// libX11-xcb, libxcb, libXcursor, libXdamage and libXtst are loaded with dlopen if they are
// installed; without them, or built without their headers, the functions below say that the feature
// is missing.
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

/// A word of the command line, the program's own name first; NULL after the last. It needs no
/// /proc.
const char *cx_argument(int index);

// Errors and loss.

/// Replaces Xlib's error handlers, which print and exit, by ones that count.
void cx_install_handlers(void);
/// Sets `*lost` to 1 when the connection breaks; false where libX11 is too old (before 1.7) to
/// survive that.
bool cx_watch_loss(Display *display, int *lost);
/// Opens a display, and keeps Xlib from printing to the standard error when the server refuses.
/// Where the connection breaks meanwhile, libX11 cannot go on: the process ends with status 3 and a
/// sentence.
Display *cx_open_display(const char *name);
/// Gives the standard error back while a display is being opened, for whoever gives that up; from
/// any thread.
void cx_show_errors(void);
/// How many requests servers have refused so far, in the whole process.
unsigned cx_error_count(void);

// Macros and unions.

/// Frees an image, and its pixels unless `data` is NULL.
void cx_destroy_image(XImage *image);
/// The pixel at a place, in the image's own format.
unsigned long cx_get_pixel(XImage *image, int x, int y);
/// Whether the connection is a local socket, over which a file descriptor can be sent.
bool cx_is_local(Display *display);
/// Element `index` of a client message's five longs.
long cx_message_long(const XEvent *event, int index);
void cx_set_message_long(XEvent *event, int index, long value);
/// The segment whose pixels the server has read, of MIT-SHM's ShmCompletion event.
unsigned long cx_completed_segment(const XEvent *event);

// The process and the machine.

void cx_close(int fd);
/// Writes this machine's name, ended by a zero, into `limit` bytes; returns 0, or -1 if it does not
/// fit.
int cx_host_name(uint8_t *name, size_t limit);
/// Has descendants of this process that lose their parent become its children.
void cx_adopt_orphans(void);
/// Has this process get a signal when its parent ends.
void cx_end_with_parent(int signal);
/// The time of CLOCK_MONOTONIC, in microseconds.
int64_t cx_monotonic_us(void);
/// The processor time that this thread has used, in microseconds.
int64_t cx_thread_us(void);
/// How long the thread that called this first has been ready to run while others had the
/// processors, in microseconds; 0 where the system does not say.
int64_t cx_queued_us(void);

// Shared memory.

/// Creates a file in memory of `size` bytes that cannot shrink; its descriptor, or -1.
int cx_memory_file(size_t size);
/// Maps a memory file for reading and writing; NULL on failure.
void *cx_map_file(int fd, size_t size);
void cx_unmap(void *memory, size_t size);
/// Asks the server to attach a memory file read-only; the segment's number, or 0 where that cannot
/// be asked. The caller keeps `fd`.
unsigned long cx_shm_attach_fd(Display *display, int fd);
/// Creates a private System V segment of `size` bytes and maps it to `*memory`; its number, or -1.
int cx_sysv_create(size_t size, void **memory);
/// Has the segment removed as soon as nobody has it mapped any more.
void cx_sysv_mark_removed(int id);
void cx_sysv_detach(void *memory);

// Window and input.

/// Creates a window, not yet mapped, whose pixels are kept as the screen's default visual keeps
/// them, and are shown in true colours. It has no background, and a resize leaves its contents at
/// the top left.
Window cx_open_window(Display *display, int x, int y, unsigned width, unsigned height);

/// What an input event reports.
typedef enum {
  CXMoved, CXPressed, CXReleased, CXWheel, CXEntered, CXLeft,
  CXTouchBegan, CXTouchMoved, CXTouchEnded,
  CXKeyDown, CXKeyUp, CXFocused, CXUnfocused,
  CXDeviceChanged, CXDeviceRemoved,
} CXInputKind;

/// What one axis of a device stands at.
typedef struct {
  int number;
  double value;
} CXAxisReading;

/// What moves a scrolling axis, as far as its driver says.
typedef enum {
  /// A wheel, or something that does not say.
  CXScrollsByWheel,
  /// Fingers on a touchpad whose lift is reported by a motion of 0.
  CXScrollsByFingers,
  /// A touchpad that coasts by itself after the fingers were lifted and does not tell when that
  /// was.
  CXScrollsOn,
} CXScrollKind;

/// One scrolling axis of a device, and what it stands at.
typedef struct {
  int device, number;
  bool horizontal;
  CXScrollKind kind;
  /// How far the axis goes in one notch of scrolling down or right; negative where it counts the
  /// other way.
  double increment;
  double value;
} CXScrollValuator;

enum { CXAxisLimit = 32, CXScrollValuatorLimit = 64 };

/// One event of pointer, touch, wheel, key or focus, the same whichever protocol reported it.
///
/// A field whose comment names kinds has a meaning for those only.
typedef struct {
  CXInputKind kind;
  /// The server's clock in milliseconds, which wraps after 49.7 days; 0 = not told.
  uint32_t time;
  /// The number of the last request that the server had processed when it sent this.
  unsigned long serial;
  /// Position in the window, in device pixels and fractions of them.
  double x, y;
  /// X modifier bits: 1 Shift, 4 Control, 8 Alt.
  uint32_t modifiers;
  /// The device it came from; 0 for core events.
  int source;
  /// Whether the server made it up from another event that it reports too, such as a press from a
  /// touch.
  bool emulated;
  /// CXPressed, CXReleased: the button's number, never a wheel's.
  int button;
  /// CXTouch…: the touch, from the finger's landing to its lifting.
  int touch;
  /// CXEntered: the buttons held, bit n for button n.
  uint32_t buttons;
  /// CXWheel: one notch along one axis, 1 to the right or down, -1 to the left or up.
  double notch_x, notch_y;
  /// CXKey…: the key.
  uint32_t key_code;
  /// CXKey…: the key's symbol without modifiers, its symbol with them, and the first ASCII letter
  /// or digit among its layouts; 0 = none.
  unsigned long plain_symbol, symbol, latin_symbol;
  /// CXKeyUp: whether the key goes down again in the same instant: auto-repeat, by a server that
  /// does not mark it.
  bool repeats;
  /// CXEntered: the number of the request that asked for `scrolls`; they are as new as its answer.
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

/// Selects a window's input, by XInput 2 where libXi and the server have it, else by core events;
/// and the core events of `mask` besides.
CXInputReader cx_input_open(Display *display, Window window, long mask);
/// Reads an event, of which the caller has fetched the data if it is a generic one. False if it is
/// not input of the window.
bool cx_input_read(const CXInputReader *reader, XEvent *event, CXInput *out);
/// An input event of a kind, with everything else 0.
CXInput cx_input(CXInputKind kind);
/// Adds the reading of an axis; what does not fit is left out.
void cx_input_add_axis(CXInput *input, int number, double value);
/// Adds a scrolling axis; what does not fit is left out.
void cx_input_add_scroll(CXInput *input, CXScrollValuator axis);
/// Elements of the two arrays, which Swift sees as tuples.
CXAxisReading cx_input_axis(const CXInput *input, int index);
CXScrollValuator cx_input_scroll(const CXInput *input, int index);

// RandR, Present, cursors.

/// Asks to be told when the screen's outputs change; the number of RandR's first event, or -1.
int cx_outputs_open(Display *display, Window root);
/// What is known of the output that shows most of a rectangle.
typedef struct {
  double rate;     ///< Frames a second; 0 = unknown.
  double density;  ///< Pixels an inch; 0 = unknown.
  bool has_clock;  ///< Whether any output of the display has a pixel clock; false if all its modes say that theirs is 0.
} CXOutput;
void cx_outputs_query(Display *display, Window root, int x, int y, int width, int height, CXOutput *output);
/// Has Xlib take the new size of the screen from an event of RandR or of the root window.
void cx_outputs_update(XEvent *event);

/// Loads libXpresent and asks for Present's completion events on a window; the extension's opcode,
/// or -1.
int cx_present_open(Display *display, Window window);
/// Asks to be told of the next vblank; the answer carries `serial`. Only if `cx_present_open`
/// succeeded.
void cx_present_request(Display *display, Window window, uint32_t serial);
/// Reads the answer to `cx_present_request`: its serial, the count of vblanks and the time of this
/// one in microseconds of CLOCK_MONOTONIC. False if it is another event.
bool cx_present_read(const XEvent *event, uint32_t *serial, uint64_t *msc, uint64_t *ust);

/// A cursor of the user's theme by its name, or 0.
Cursor cx_theme_cursor(Display *display, const char *name);
/// Takes cursors from a theme, at a size in pixels, from now on; NULL and 0 stand for the theme and
/// size of the start.
///
/// XCURSOR_THEME and XCURSOR_SIZE, where the environment sets them, win.
void cx_set_cursor_theme(Display *display, const char *theme, int size);

// Another program's window.

/// Asks to be told when a drawable, or a window in it, changes; the type of the events, or -1
/// without libXdamage or the extension.
int cx_damage_open(Display *display, Drawable drawable, unsigned long *damage);
/// The server's time of such an event, in milliseconds.
uint32_t cx_damage_time(const XEvent *event);
/// Takes note of what has changed, so that the next change is told again. Only if `cx_damage_open`
/// succeeded.
void cx_damage_clear(Display *display, unsigned long damage);
/// Asks to be told what devices do anywhere on the display, at the server's own times; the opcode
/// of XInput 2, or -1.
int cx_raw_open(Display *display);
/// Reads what a press, a motion or a release of a pointer or a finger tells, and its server time in
/// milliseconds. False if it is another event.
///
/// A notch of a wheel is the press of a button, 4 to 7: up, down, to the left and to the right.
bool cx_raw_read(const XEvent *event, CXInputKind *kind, int *button, uint32_t *time);
/// Whether a pointer can be moved by request: libXtst and the extension XTEST are there.
bool cx_fake_open(Display *display);
/// Moves the pointer to a place of its screen, in pixels. Only if `cx_fake_open` said so.
void cx_fake_motion(Display *display, int x, int y);
/// Presses or releases a button of the pointer. Only if `cx_fake_open` said so.
void cx_fake_button(Display *display, unsigned button, bool pressed);

// Waiting.

/// Asks the system to give this thread the processor in slices of 0.1 ms, the shortest there are.
///
/// A thread with short slices gets no more of the processor in all, but when it wakes up it need
/// not wait until another's longer slice ends. Systems that cannot do this ignore the wish.
///
/// Source: Linux 6.12, kernel/sched/syscalls.c, `__setparam_fair`: a slice of 0.1…100 ms as
/// `sched_runtime` of SCHED_OTHER.
void cx_short_slices(void);
/// Creates a timer; its descriptor, or -1.
int cx_timer_create(void);
/// Sets the timer off at a time of CLOCK_MONOTONIC, in microseconds; 0 disarms it.
void cx_timer_arm(int timer, int64_t at_us);
/// Creates what another thread, or a signal's handler, can end `cx_poll` by; its descriptor, or -1.
int cx_wake_create(void);
/// Ends `cx_poll`, the one under way or the next.
void cx_wake_signal(int fd);
/// Makes a timer or a wake-up that went off quiet again.
void cx_drain(int fd);
/// Waits for the connection, the timer, the wake-up or another file. Returns which: bit 0
/// connection, 1 timer, 2 wake-up, 3 connection broken, 4 the other file; 0 after `timeout_ms`
/// milliseconds (-1 = without limit).
int cx_poll(int connection, int timer, int wake, int other, int timeout_ms);
