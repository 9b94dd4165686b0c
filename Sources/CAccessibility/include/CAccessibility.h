// The window on the accessibility bus (AT-SPI), by ATK and its bridge, which are loaded when they
// are needed: without them the window is as it would be with no assistive technology.
#include <stdbool.h>
#include <stdint.h>

/// Roles, by ATK's numbers.
enum {
  CARoleComboBox = 11, CARoleFrame = 22, CARoleList = 30, CARoleListItem = 31, CARoleMenuItem = 34,
  CARolePageTab = 36, CARolePageTabList = 37, CARolePanel = 38, CARolePopupMenu = 40,
  CARoleButton = 42, CARoleSlider = 50, CARoleSpinButton = 52, CARoleTable = 54,
  CARoleToggleButton = 61, CARoleToolBar = 62, CARoleApplication = 73, CARoleEntry = 77,
  CARoleChart = 78, CARoleTableRow = 88, CARoleNotification = 99,
};

/// States, by ATK's numbers: bits of `CANode.states`.
enum {
  CAStateActive = 1, CAStateBusy = 3, CAStateChecked = 4, CAStateDefunct = 5, CAStateEditable = 6,
  CAStateEnabled = 7, CAStateFocusable = 10, CAStateFocused = 11, CAStatePressed = 18,
  CAStateSelectable = 20, CAStateSelected = 21, CAStateSensitive = 22, CAStateShowing = 23,
  CAStateSingleLine = 24, CAStateVisible = 28, CAStateInvalidEntry = 33, CAStateSelectableText = 35,
  CAStateCheckable = 39,
};

/// What an element can do besides having a place: bits of `CANode.kinds`, which never change.
enum { CAKindAction = 1, CAKindValue = 2, CAKindText = 4, CAKindEdit = 8, CAKindWindow = 16 };

enum { CAActionLimit = 3 };

/// One element, as it is now. Texts are UTF-8, set by `ca_set`, and counted in code points.
typedef struct {
  int role, kinds;
  uint64_t states;
  char *name, *description;
  /// Where it is, in pixels from the corner of the window's content.
  int x, y, width, height;
  int64_t parent;
  int index, child_count;
  /// What it says of its value, in words; the number itself, and the least and the greatest.
  char *words;
  double number, minimum, maximum;
  char *text;
  /// Where the caret is, and what is selected; all 0 where it has no keyboard.
  int caret, selection_start, selection_end;
  int action_count;
  char *actions[CAActionLimit], *keys[CAActionLimit];
} CANode;

/// What answers for the elements, by their keys, on the thread and during the call of `ca_turn`,
/// `ca_start` or one of those that report. The application's key is 1, and that of its window 2.
typedef struct {
  void *context;
  void (*read)(void *context, int64_t key, CANode *node);
  /// The child at a place, or the innermost element at a point, in pixels as above; 0 = none.
  int64_t (*child)(void *context, int64_t key, int index);
  int64_t (*at)(void *context, int x, int y);
  bool (*act)(void *context, int64_t key, int action);
  bool (*focus)(void *context, int64_t key);
  void (*set_number)(void *context, int64_t key, double number);
  void (*set_text)(void *context, int64_t key, const char *text);
  void (*select)(void *context, int64_t key, int start, int end);
} CAHost;

/// Puts a copy of a text into a field of a node, in the place of what is there.
void ca_set(char **field, const char *text);
/// Names an action by its place, and its keys.
void ca_set_action(CANode *node, int index, const char *name, const char *keys);

/// Loads the libraries and joins the bus; false without them, or without a bus. Once for a process.
bool ca_start(CAHost host, const char *version);
/// Leaves the bus.
void ca_stop(void);
/// Where the window's content is on the screen, in pixels.
void ca_place(int x, int y);
/// The file that is ready to read when there is something to be done.
int ca_file(void);
/// Does what has arrived, a little; returns whether there may be more.
bool ca_turn(void);
/// How long to wait for the file at most, in milliseconds; -1 = without limit.
int ca_patience(void);
/// Whether somebody listens to what is reported.
bool ca_is_heard(void);
/// Whether somebody has asked for an element.
bool ca_is_known(int64_t key);

// Reports, of elements that somebody has asked for; others are left out, but for the one that has
// the keyboard.
void ca_property_changed(int64_t key, const char *name);
void ca_state_changed(int64_t key, int state, bool on);
/// Tells that a child came or went, the latter before it is forgotten.
void ca_child_changed(int64_t key, int index, int64_t child, bool came);
void ca_forget(int64_t key);
void ca_text_changed(int64_t key, int place, int removed, const char *inserted);
void ca_caret_moved(int64_t key, int place);
void ca_window_event(int64_t key, const char *name);
/// Has a text read aloud, as the window's.
void ca_announce(int64_t window, const char *text);
