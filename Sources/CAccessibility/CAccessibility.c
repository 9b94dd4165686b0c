#define _GNU_SOURCE
#include "CAccessibility.h"
#include <dlfcn.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

// ATK's interface has not changed since 2.12 of 2014, so the few types and functions used are
// declared here, after its manual, and no headers are needed. Struct sizes are compared with the
// library's before any object is created.

typedef size_t GType;
typedef struct { GType type; void *a, *b; } GValue;
typedef struct { void (*init)(void *), *finalize, *data; } InterfaceInfo;
typedef struct {
  GType type;
  const char *name;
  unsigned class_size, instance_size;
} TypeQuery;
typedef struct { int fd; uint16_t events, revents; } GPollFD;

// The members AtkObjectClass adds to its parent class.
typedef struct {
  const char *(*get_name)(void *), *(*get_description)(void *);
  void *(*get_parent)(void *);
  int (*get_n_children)(void *);
  void *(*ref_child)(void *, int);
  int (*get_index_in_parent)(void *);
  void *ref_relation_set;
  int (*get_role)(void *);
  void *get_layer, *get_mdi_zorder;
  void *(*ref_state_set)(void *);
  void *rest[16];
} ObjectVtable;

typedef unsigned AddListener(void *hook, const char *type);
typedef void RemoveListener(unsigned id);
typedef struct {
  AddListener *add_global_event_listener;
  RemoveListener *remove_global_event_listener;
  void *add_key_event_listener, *remove_key_event_listener;
  void *(*get_root)(void);
  const char *(*get_toolkit_name)(void), *(*get_toolkit_version)(void);
} UtilVtable;

typedef struct {
  GType header[2];
  void *add_focus_handler, *contains;
  void *(*ref_accessible_at_point)(void *, int, int, int);
  void (*get_extents)(void *, int *, int *, int *, int *, int);
  void *get_position, *get_size;
  int (*grab_focus)(void *);
  void *rest[10];
} ComponentVtable;

typedef struct {
  GType header[2];
  int (*do_action)(void *, int), (*get_n_actions)(void *);
  const char *(*get_description)(void *, int), *(*get_name)(void *, int);
  const char *(*get_keybinding)(void *, int);
  void *set_description;
  const char *(*get_localized_name)(void *, int);
} ActionVtable;

typedef struct {
  GType header[2];
  void *former[5];
  void (*get_value_and_text)(void *, double *, char **);
  void *(*get_range)(void *);
  double (*get_increment)(void *);
  void *get_sub_ranges;
  void (*set_value)(void *, double);
} ValueVtable;

typedef struct {
  GType header[2];
  char *(*get_text)(void *, int, int);
  void *get_text_after_offset;
  char *(*get_text_at_offset)(void *, int, int, int *, int *);
  uint32_t (*get_character_at_offset)(void *, int);
  void *get_text_before_offset;
  int (*get_caret_offset)(void *);
  void *get_run_attributes, *get_default_attributes, *get_character_extents;
  int (*get_character_count)(void *);
  void *get_offset_at_point;
  int (*get_n_selections)(void *);
  char *(*get_selection)(void *, int, int *, int *);
  int (*add_selection)(void *, int, int), (*remove_selection)(void *, int);
  int (*set_selection)(void *, int, int, int), (*set_caret_offset)(void *, int);
  void *signals[4], *get_range_extents, *get_bounded_ranges;
  char *(*get_string_at_offset)(void *, int, int, int *, int *);
  void *rest[2];
} TextVtable;

typedef struct {
  GType header[2];
  void *set_run_attributes;
  void (*set_text_contents)(void *, const char *);
  void (*insert_text)(void *, const char *, int, int *);
  void *copy_text, *cut_text;
  void (*delete_text)(void *, int, int);
  void *paste_text;
} EditVtable;

#define FUNCTIONS(X) \
  X(GType, atk_object_get_type, (void)) X(GType, atk_util_get_type, (void)) \
  X(GType, atk_component_get_type, (void)) X(GType, atk_action_get_type, (void)) \
  X(GType, atk_value_get_type, (void)) X(GType, atk_text_get_type, (void)) \
  X(GType, atk_editable_text_get_type, (void)) X(GType, atk_window_get_type, (void)) \
  X(void *, atk_state_set_new, (void)) X(int, atk_state_set_add_state, (void *, int)) \
  X(void *, atk_range_new, (double, double, const char *)) \
  X(void, atk_object_notify_state_change, (void *, uint64_t, int)) \
  X(int, atk_bridge_adaptor_init, (int *, char ***)) X(void, atk_bridge_adaptor_cleanup, (void)) \
  X(void, g_type_query, (GType, TypeQuery *)) X(void *, g_type_class_ref, (GType)) \
  X(GType, g_type_register_static_simple, \
    (GType, const char *, unsigned, void *, unsigned, void *, unsigned)) \
  X(void, g_type_add_interface_static, (GType, GType, const InterfaceInfo *)) \
  X(void *, g_object_new, (GType, const char *, ...)) X(void *, g_object_ref, (void *)) \
  X(void, g_object_unref, (void *)) \
  X(void, g_object_set_data_full, (void *, const char *, void *, void (*)(void *))) \
  X(unsigned, g_signal_lookup, (const char *, GType)) \
  X(void, g_signal_emit_by_name, (void *, const char *, ...)) \
  X(void *, g_malloc, (size_t)) X(void *, g_hash_table_new, (void *, void *)) \
  X(void *, g_hash_table_lookup, (void *, const void *)) \
  X(int, g_hash_table_insert, (void *, void *, void *)) X(int, g_hash_table_remove, (void *, const void *)) \
  X(int, g_main_context_iteration, (void *, int)) X(int, g_main_context_acquire, (void *)) \
  X(void, g_main_context_release, (void *)) X(int, g_main_context_prepare, (void *, int *)) \
  X(int, g_main_context_query, (void *, int, int *, GPollFD *, int)) \
  X(void *, g_main_context_default, (void))

#define DECLARE(result, name, arguments) static result(*name) arguments;
FUNCTIONS(DECLARE)

enum { application = 1 };

// The data of an ATK object, at its end.
typedef struct {
  int64_t key;
  CANode node;
} Item;

static CAHost host;
static const char *program_version;
static void *objects;  // by their keys
static unsigned object_class_size, base_class_size, base_instance_size;
static AddListener *add_listener;
static RemoveListener *remove_listener;
static int listeners, place_x, place_y, epoll = -1, patience = -1;
static int watched[64], watched_count;

void ca_set(char **field, const char *text) {
  // If the text is unchanged, keep the pointer, which a caller may still hold.
  if (*field && text && !strcmp(*field, text)) return;
  free(*field);
  *field = text ? strdup(text) : NULL;
}

void ca_set_action(CANode *node, int index, const char *name, const char *keys) {
  ca_set(&node->actions[index], name);
  ca_set(&node->keys[index], keys);
}

static Item **tail(void *object) { return (Item **)((char *)object + base_instance_size); }

static void free_item(void *pointer) {
  Item *item = pointer;
  CANode *node = &item->node;
  char *texts[] = {node->name, node->description, node->words, node->text};
  for (int i = 0; i < 4; i++) free(texts[i]);
  for (int i = 0; i < CAActionLimit; i++) {
    free(node->actions[i]);
    free(node->keys[i]);
  }
  free(item);
}

// The current data of an object's element.
static CANode *look(void *object) {
  Item *item = *tail(object);
  if (host.read && item->key > 0) host.read(host.context, item->key, &item->node);
  return &item->node;
}

static int64_t key_of(void *object) { return (*tail(object))->key; }
static void *known(int64_t key) { return objects ? g_hash_table_lookup(objects, (void *)key) : NULL; }
bool ca_is_known(int64_t key) { return known(key); }

static char *copy(const char *text, size_t length) {
  char *copied = g_malloc(length + 1);
  memcpy(copied, text, length);
  copied[length] = 0;
  return copied;
}

// --- Objects -------------------------------------------------------------------------------------

static void *object_of(int64_t key);

static const char *get_name(void *object) { return look(object)->name; }
static const char *get_description(void *object) { return look(object)->description; }
static void *get_parent(void *object) {
  int64_t parent = look(object)->parent;
  return parent ? object_of(parent) : NULL;
}
static int get_n_children(void *object) { return look(object)->child_count; }
static void *ref_child(void *object, int index) {
  int64_t key = host.child(host.context, key_of(object), index);
  return key ? g_object_ref(object_of(key)) : NULL;
}
static int get_index_in_parent(void *object) { return look(object)->index; }
static int get_role(void *object) { return look(object)->role; }
static void *ref_state_set(void *object) {
  void *set = atk_state_set_new();
  uint64_t states = look(object)->states;
  for (int state = 0; state < 64; state++)
    if (states >> state & 1) atk_state_set_add_state(set, state);
  return set;
}

static void fill_class(void *class) {
  ObjectVtable *table = (ObjectVtable *)((char *)class + object_class_size);
  table->get_name = get_name;
  table->get_description = get_description;
  table->get_parent = get_parent;
  table->get_n_children = get_n_children;
  table->ref_child = ref_child;
  table->get_index_in_parent = get_index_in_parent;
  table->get_role = get_role;
  table->ref_state_set = ref_state_set;
}

// --- Geometry ------------------------------------------------------------------------------------

enum { from_screen, from_window, from_parent };

static void get_extents(void *object, int *x, int *y, int *width, int *height, int from) {
  CANode *node = look(object);
  *x = node->x, *y = node->y, *width = node->width, *height = node->height;
  if (from == from_screen) *x += place_x, *y += place_y;
  if (from != from_parent || !node->parent) return;
  CANode *parent = look(object_of(node->parent));
  *x -= parent->x, *y -= parent->y;
}

static void *ref_at_point(void *object, int x, int y, int from) {
  if (from == from_screen) x -= place_x, y -= place_y;
  if (from == from_parent) {
    CANode *node = look(object);
    x += node->x, y += node->y;
  }
  int64_t key = host.at(host.context, x, y);
  return key ? g_object_ref(object_of(key)) : NULL;
}

static int grab_focus(void *object) { return host.focus(host.context, key_of(object)); }

static void fill_component(void *interface) {
  ComponentVtable *table = interface;
  table->ref_accessible_at_point = ref_at_point;
  table->get_extents = get_extents;
  table->grab_focus = grab_focus;
}

// --- Actions -------------------------------------------------------------------------------------

static int do_action(void *object, int i) { return host.act(host.context, key_of(object), i); }
static int get_n_actions(void *object) { return look(object)->action_count; }
static const char *action_name(void *object, int i) {
  CANode *node = look(object);
  return i >= 0 && i < node->action_count ? node->actions[i] : NULL;
}
static const char *action_keys(void *object, int i) {
  CANode *node = look(object);
  return i >= 0 && i < node->action_count ? node->keys[i] : NULL;
}

static void fill_action(void *interface) {
  ActionVtable *table = interface;
  table->do_action = do_action;
  table->get_n_actions = get_n_actions;
  table->get_name = table->get_localized_name = action_name;
  table->get_keybinding = action_keys;
}

// --- Values --------------------------------------------------------------------------------------

static void get_value(void *object, double *value, char **text) {
  CANode *node = look(object);
  if (value) *value = node->number;
  if (text) *text = node->words ? copy(node->words, strlen(node->words)) : NULL;
}
static void *get_range(void *object) {
  CANode *node = look(object);
  return atk_range_new(node->minimum, node->maximum, NULL);
}
static double get_increment(void *object) { return 0; }
static void set_value(void *object, double value) {
  host.set_number(host.context, key_of(object), value);
}

static void fill_value(void *interface) {
  ValueVtable *table = interface;
  table->get_value_and_text = get_value;
  table->get_range = get_range;
  table->get_increment = get_increment;
  table->set_value = set_value;
}

// --- Text ----------------------------------------------------------------------------------------

static const char *text_of(void *object) {
  CANode *node = look(object);
  return node->text ? node->text : "";
}

// The end of the first `count` code points.
static const char *after(const char *text, int count) {
  while (count > 0 && *text) {
    text++;
    while ((*text & 0xc0) == 0x80) text++;
    count--;
  }
  return text;
}

static int length_of(const char *text, size_t bytes) {
  int count = 0;
  for (size_t i = 0; i < bytes; i++) count += (text[i] & 0xc0) != 0x80;
  return count;
}

static int length(const char *text) { return length_of(text, strlen(text)); }

static char *get_text(void *object, int start, int end) {
  const char *text = text_of(object);
  const char *first = after(text, start > 0 ? start : 0);
  const char *last = end < 0 ? first + strlen(first) : after(text, end);
  return last > first ? copy(first, last - first) : copy("", 0);
}

static uint32_t get_character(void *object, int offset) {
  const unsigned char *at = (const unsigned char *)after(text_of(object), offset);
  if (*at < 0x80) return *at;
  int more = *at >= 0xf0 ? 3 : *at >= 0xe0 ? 2 : 1;
  uint32_t scalar = *at & (0x3f >> more);
  while (more-- > 0) scalar = scalar << 6 | (*++at & 0x3f);
  return scalar;
}

enum { by_character, by_word };

// The character, the word or (as there is only one line) the whole text at an offset.
static char *get_string(void *object, int offset, int by, int *start, int *end) {
  const char *text = text_of(object);
  int count = length(text);
  *start = 0, *end = count;
  if (by == by_character) {
    *start = offset < count ? offset : count;
    *end = offset < count ? offset + 1 : count;
  } else if (by == by_word) {
    *start = offset < count ? offset : count;
    while (*start > 0 && *after(text, *start - 1) != ' ') --*start;
    *end = offset < count ? offset : count;
    while (*end < count && *after(text, *end) != ' ') ++*end;
  }
  return get_text(object, *start, *end);
}

// By AtkTextBoundary: a character, the start or the end of a word, or anything longer.
static char *get_text_at(void *object, int offset, int boundary, int *start, int *end) {
  int by = boundary == 0 ? by_character : boundary <= 2 ? by_word : by_word + 1;
  return get_string(object, offset, by, start, end);
}

static int get_caret(void *object) { return look(object)->caret; }
static int get_count(void *object) { return length(text_of(object)); }
static int get_n_selections(void *object) {
  CANode *node = look(object);
  return node->selection_end > node->selection_start;
}
static char *get_selection(void *object, int index, int *start, int *end) {
  CANode *node = look(object);
  *start = node->selection_start, *end = node->selection_end;
  return *end > *start ? get_text(object, *start, *end) : NULL;
}
static int select_text(void *object, int start, int end) {
  host.select(host.context, key_of(object), start, end);
  return true;
}
static int set_selection(void *object, int index, int start, int end) {
  return index == 0 && select_text(object, start, end);
}
static int remove_selection(void *object, int index) {
  int caret = get_caret(object);
  return index == 0 && select_text(object, caret, caret);
}
static int set_caret(void *object, int place) { return select_text(object, place, place); }

static void fill_text(void *interface) {
  TextVtable *table = interface;
  table->get_text = get_text;
  table->get_text_at_offset = get_text_at;
  table->get_character_at_offset = get_character;
  table->get_caret_offset = get_caret;
  table->get_character_count = get_count;
  table->get_n_selections = get_n_selections;
  table->get_selection = get_selection;
  table->add_selection = select_text;
  table->remove_selection = remove_selection;
  table->set_selection = set_selection;
  table->set_caret_offset = set_caret;
  table->get_string_at_offset = get_string;
}

static void set_text(void *object, const char *text) {
  host.set_text(host.context, key_of(object), text);
}

// Replaces the text between two offsets.
static void replace(void *object, int start, int end, const char *text, size_t bytes) {
  const char *old = text_of(object);
  const char *first = after(old, start), *last = after(old, end);
  char *all = malloc(strlen(old) + bytes + 1);
  if (!all) return;
  size_t head = first - old;
  memcpy(all, old, head);
  memcpy(all + head, text, bytes);
  strcpy(all + head + bytes, last > first ? last : first);
  set_text(object, all);
  free(all);
}

static void insert_text(void *object, const char *text, int bytes, int *place) {
  size_t count = bytes < 0 ? strlen(text) : (size_t)bytes;
  replace(object, *place, *place, text, count);
  *place += length_of(text, count);
}
static void delete_text(void *object, int start, int end) {
  replace(object, start, end < 0 ? get_count(object) : end, "", 0);
}

static void fill_edit(void *interface) {
  EditVtable *table = interface;
  table->set_text_contents = set_text;
  table->insert_text = insert_text;
  table->delete_text = delete_text;
}

// --- Construction --------------------------------------------------------------------------------

static void add_interface(GType type, GType interface, void (*fill)(void *)) {
  InterfaceInfo info = {fill, NULL, NULL};
  g_type_add_interface_static(type, interface, &info);
}

// The type for a combination of kinds, registered when first used.
static GType type_of(int kinds) {
  static GType types[32];
  if (types[kinds]) return types[kinds];
  char name[] = "FeelLabElementA";
  name[sizeof name - 2] = 'A' + kinds;
  GType type = g_type_register_static_simple(
    atk_object_get_type(), name, base_class_size, fill_class, base_instance_size + sizeof(Item *), NULL, 0);
  add_interface(type, atk_component_get_type(), fill_component);
  if (kinds & CAKindAction) add_interface(type, atk_action_get_type(), fill_action);
  if (kinds & CAKindValue) add_interface(type, atk_value_get_type(), fill_value);
  if (kinds & CAKindText) add_interface(type, atk_text_get_type(), fill_text);
  if (kinds & CAKindEdit) add_interface(type, atk_editable_text_get_type(), fill_edit);
  if (kinds & CAKindWindow) add_interface(type, atk_window_get_type(), NULL);
  return types[kinds] = type;
}

static void *object_of(int64_t key) {
  void *object = known(key);
  if (object) return object;
  Item *item = calloc(1, sizeof *item);
  if (!item) abort();
  item->key = key;
  if (key > 0) host.read(host.context, key, &item->node);
  object = g_object_new(type_of(item->node.kinds & 31), NULL);
  *tail(object) = item;
  g_object_set_data_full(object, "feellab", item, free_item);
  g_hash_table_insert(objects, (void *)key, object);
  return object;
}

void ca_forget(int64_t key) {
  void *object = known(key);
  if (!object) return;
  g_hash_table_remove(objects, (void *)key);
  g_object_unref(object);
}

// --- Application ---------------------------------------------------------------------------------

static void *get_root(void) { return object_of(application); }
static const char *toolkit_name(void) { return "FeelLab"; }
static const char *toolkit_version(void) { return program_version; }

static unsigned count_listener(void *hook, const char *type) {
  unsigned id = add_listener(hook, type);
  listeners += id > 0;
  return id;
}
static void discount_listener(unsigned id) {
  listeners--;
  remove_listener(id);
}
bool ca_is_heard(void) { return listeners > 0; }

// Loads the libraries' functions, and checks that their structs have the expected sizes.
static bool load(void) {
  void *bridge = dlopen("libatk-bridge-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!bridge) return false;
#define FIND(result, name, arguments) \
  if (!(name = (__typeof__(name))dlsym(bridge, #name))) return false;
  FUNCTIONS(FIND)
  TypeQuery plain, base, util;
  void *class = g_type_class_ref(atk_object_get_type());
  if (!class || !g_type_class_ref(atk_util_get_type())) return false;
  // G_TYPE_OBJECT is number 20, shifted left by two bits.
  g_type_query(20 << 2, &plain);
  g_type_query(atk_object_get_type(), &base);
  g_type_query(atk_util_get_type(), &util);
  object_class_size = plain.class_size;
  base_class_size = base.class_size, base_instance_size = base.instance_size;
  return base.class_size == plain.class_size + sizeof(ObjectVtable) && base.instance_size % 8 == 0 &&
         util.class_size == plain.class_size + sizeof(UtilVtable);
}

bool ca_start(CAHost wanted, const char *version) {
  if (objects || !load()) return false;
  host = wanted;
  program_version = strdup(version);
  objects = g_hash_table_new(NULL, NULL);
  epoll = epoll_create1(EPOLL_CLOEXEC);
  UtilVtable *util =
    (UtilVtable *)((char *)g_type_class_ref(atk_util_get_type()) + object_class_size);
  add_listener = util->add_global_event_listener;
  remove_listener = util->remove_global_event_listener;
  if (epoll < 0 || !add_listener || !remove_listener) return false;
  util->add_global_event_listener = count_listener;
  util->remove_global_event_listener = discount_listener;
  util->get_root = get_root;
  util->get_toolkit_name = toolkit_name;
  util->get_toolkit_version = toolkit_version;
  return atk_bridge_adaptor_init(NULL, NULL) == 0;
}

void ca_stop(void) { atk_bridge_adaptor_cleanup(); }

void ca_place(int x, int y) { place_x = x, place_y = y; }
int ca_file(void) { return epoll; }
int ca_patience(void) { return patience; }

// Watches the files that GLib's context waits for.
static void watch(void) {
  GPollFD wanted[64];
  int priority, count;
  void *context = g_main_context_default();
  if (!g_main_context_acquire(context)) return;
  bool ready = g_main_context_prepare(context, &priority);
  // For all priorities.
  count = g_main_context_query(context, INT32_MAX, &patience, wanted, 64);
  if (ready) patience = 0;
  g_main_context_release(context);
  if (count > 64) count = 64;
  for (int i = 0; i < watched_count; i++) epoll_ctl(epoll, EPOLL_CTL_DEL, watched[i], NULL);
  watched_count = 0;
  for (int i = 0; i < count; i++) {
    // The same file may occur twice, for reading and for writing.
    struct epoll_event event = {.events = wanted[i].events, .data.fd = wanted[i].fd};
    for (int j = 0; j < i; j++)
      if (wanted[j].fd == wanted[i].fd) event.events |= wanted[j].events;
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, wanted[i].fd, &event) == 0)
      watched[watched_count++] = wanted[i].fd;
    else
      epoll_ctl(epoll, EPOLL_CTL_MOD, wanted[i].fd, &event);
  }
}

bool ca_iterate(void) {
  if (g_main_context_iteration(NULL, false)) return true;
  watch();
  return false;
}

// --- Reports -------------------------------------------------------------------------------------

void ca_property_changed(int64_t key, const char *name) {
  struct { const char *name; GValue before, now; } values = {name, {0}, {0}};
  char signal[64] = "property-change::";
  strncat(signal, name, sizeof signal - strlen(signal) - 1);
  void *object = known(key);
  if (object) g_signal_emit_by_name(object, signal, &values, NULL);
}

void ca_state_changed(int64_t key, int state, bool on) {
  void *object = state == CAStateFocused && on ? object_of(key) : known(key);
  if (object) atk_object_notify_state_change(object, state, on);
}

void ca_child_changed(int64_t key, int index, int64_t child, bool came) {
  void *object = known(key);
  if (!object) return;
  void *other = came ? object_of(child) : known(child);
  g_signal_emit_by_name(
    object, came ? "children-changed::add" : "children-changed::remove", index, other, NULL);
}

void ca_text_changed(int64_t key, int place, int removed, const char *inserted) {
  void *object = known(key);
  if (!object) return;
  if (removed) g_signal_emit_by_name(object, "text-remove", place, removed, "");
  if (*inserted) g_signal_emit_by_name(object, "text-insert", place, length(inserted), inserted);
}

void ca_caret_moved(int64_t key, int place) {
  void *object = known(key);
  if (object) g_signal_emit_by_name(object, "text-caret-moved", place);
}

void ca_window_event(int64_t key, const char *name) {
  g_signal_emit_by_name(object_of(key), name);
}

void ca_announce(int64_t window, const char *text) {
  // Since ATK 2.46.
  if (g_signal_lookup("announcement", atk_object_get_type()))
    g_signal_emit_by_name(object_of(window), "announcement", text);
  // Orca speaks announcements since version 45, released with ATK 2.50 and its signal
  // "notification". Older versions speak an object with the role of a notification when it is
  // shown. They read its name later, so use different objects in turn.
  if (g_signal_lookup("notification", atk_object_get_type())) return;
  static int count;
  int64_t key = -1 - (count++ & 7);
  CANode *node = look(object_of(key));
  node->role = CARoleNotification, node->parent = window;
  node->states = 1ull << CAStateShowing | 1ull << CAStateVisible;
  ca_set(&node->name, text);
  ca_property_changed(key, "accessible-name");
  ca_state_changed(key, CAStateShowing, true);
}
