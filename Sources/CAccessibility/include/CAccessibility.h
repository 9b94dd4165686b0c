// The window on the accessibility bus (AT-SPI), through ATK and its bridge, which are loaded when
// needed; without them, the window works as without assistive technology.
#include <stdbool.h>
#include <stdint.h>

/// Roles, with ATK's numbers.
enum {
  CARoleComboBox = 11, CARoleFrame = 22, CARoleList = 30, CARoleListItem = 31, CARoleMenuItem = 34,
  CARolePageTab = 36, CARolePageTabList = 37, CARolePanel = 38, CARolePopupMenu = 40,
  CARoleButton = 42, CARoleSlider = 50, CARoleSpinButton = 52, CARoleTable = 54,
  CARoleToggleButton = 61, CARoleToolBar = 62, CARoleApplication = 73, CARoleEntry = 77,
  CARoleChart = 78, CARoleTableRow = 88, CARoleNotification = 99,
};

/// States, with ATK's numbers: bits of `CANode.states`.
enum {
  CAStateActive = 1, CAStateBusy = 3, CAStateChecked = 4, CAStateDefunct = 5, CAStateEditable = 6,
  CAStateEnabled = 7, CAStateFocusable = 10, CAStateFocused = 11, CAStatePressed = 18,
  CAStateSelectable = 20, CAStateSelected = 21, CAStateSensitive = 22, CAStateShowing = 23,
  CAStateSingleLine = 24, CAStateVisible = 28, CAStateInvalidEntry = 33, CAStateSelectableText = 35,
  CAStateCheckable = 39,
};

/// An element's capabilities besides its position: bits of `CANode.kinds`, which never change.
enum { CAKindAction = 1, CAKindValue = 2, CAKindText = 4, CAKindEdit = 8, CAKindWindow = 16 };

enum { CAActionLimit = 3 };

/// One element's current data. Texts are UTF-8, set by `ca_set`; offsets count code points.
typedef struct {
  int role, kinds;
  uint64_t states;
  char *name, *description;
  /// Its rectangle, in pixels from the corner of the window's content.
  int x, y, width, height;
  int64_t parent;
  int index, child_count;
  /// Its value in words; the number itself, the minimum and the maximum.
  char *words;
  double number, minimum, maximum;
  char *text;
  /// The caret and the selection; all 0 if the element does not have the keyboard focus.
  int caret, selection_start, selection_end;
  int action_count;
  char *actions[CAActionLimit], *keys[CAActionLimit];
} CANode;

/// Callbacks for elements, by their keys; called on the same thread during `ca_iterate`, `ca_start`
/// or a report. The application's key is 1, its window's is 2.
typedef struct {
  void *context;
  void (*read)(void *context, int64_t key, CANode *node);
  /// The child at an index, or the innermost element at a point, in pixels as above; 0 = none.
  int64_t (*child)(void *context, int64_t key, int index);
  int64_t (*at)(void *context, int x, int y);
  bool (*act)(void *context, int64_t key, int action);
  bool (*focus)(void *context, int64_t key);
  void (*set_number)(void *context, int64_t key, double number);
  void (*set_text)(void *context, int64_t key, const char *text);
  void (*select)(void *context, int64_t key, int start, int end);
} CAHost;

/// Copies a text to a field of a node, replacing the previous one.
void ca_set(char **field, const char *text);
/// Sets the name and the keys of an action by its index.
void ca_set_action(CANode *node, int index, const char *name, const char *keys);

/// Loads the libraries and connects to the bus; false without them, or without a bus. Once per
/// process.
bool ca_start(CAHost host, const char *version);
/// Disconnects from the bus.
void ca_stop(void);
/// Sets the position of the window's content on the screen, in pixels.
void ca_place(int x, int y);
/// The file that is readable when there is work for `ca_iterate`.
int ca_file(void);
/// Handles some of what has arrived; returns whether there may be more.
bool ca_iterate(void);
/// How long to wait for the file at most, in milliseconds; -1 = no limit.
int ca_patience(void);
/// Whether anyone listens to reports.
bool ca_is_heard(void);
/// Whether an element has been requested.
bool ca_is_known(int64_t key);

// Reports about elements that have been requested; others are ignored, except the one with the
// keyboard focus.
void ca_property_changed(int64_t key, const char *name);
void ca_state_changed(int64_t key, int state, bool on);
/// Reports that a child was added or removed; report a removal before `ca_forget`.
void ca_child_changed(int64_t key, int index, int64_t child, bool came);
void ca_forget(int64_t key);
void ca_text_changed(int64_t key, int place, int removed, const char *inserted);
void ca_caret_moved(int64_t key, int place);
void ca_window_event(int64_t key, const char *name);
/// Lets assistive technology read a text aloud, in the name of the window.
void ca_announce(int64_t window, const char *text);
