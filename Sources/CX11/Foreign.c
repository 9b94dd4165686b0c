#define _GNU_SOURCE
#include "CX11.h"
#include <dlfcn.h>

// libXdamage and libXtst are loaded if installed. Their functions are declared here, after their
// manual pages, because few systems have the headers; of their events, we read only the type and
// time of one.

static int (*damage_query)(Display *, int *event, int *error);
static XID (*damage_create)(Display *, Drawable, int level);
static void (*damage_subtract)(Display *, XID damage, XID repair, XID parts);

int cx_damage_open(Display *display, Drawable drawable, unsigned long *damage) {
  int opcode, event, error;
  if (!XQueryExtension(display, "DAMAGE", &opcode, &event, &error)) return -1;
  if (!damage_subtract) {
    void *library = dlopen("libXdamage.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (!library) return -1;
    damage_query = (__typeof__(damage_query))dlsym(library, "XDamageQueryExtension");
    damage_create = (__typeof__(damage_create))dlsym(library, "XDamageCreate");
    if (!damage_query || !damage_create) return -1;
    damage_subtract = (__typeof__(damage_subtract))dlsym(library, "XDamageSubtract");
    if (!damage_subtract) return -1;
  }
  // The library requires a version query before the first damage is created.
  if (!damage_query(display, &event, &error)) return -1;
  // XDamageReportNonEmpty: one event for all changes until it is cleared.
  enum { report_non_empty = 3 };
  *damage = damage_create(display, drawable, report_non_empty);
  return event;
}

uint32_t cx_damage_time(const XEvent *event) {
  // XDamageNotifyEvent; we read only the timestamp.
  typedef struct {
    int type;
    unsigned long serial;
    Bool send_event;
    Display *display;
    Drawable drawable;
    XID damage;
    int level;
    Bool more;
    Time timestamp;
  } Notice;
  return (uint32_t)((const Notice *)event)->timestamp;
}

void cx_damage_clear(Display *display, unsigned long damage) { damage_subtract(display, damage, None, None); }

static int (*fake_motion)(Display *, int screen, int x, int y, unsigned long delay);
static int (*fake_button)(Display *, unsigned button, Bool pressed, unsigned long delay);

bool cx_fake_open(Display *display) {
  int opcode, event, error;
  if (!XQueryExtension(display, "XTEST", &opcode, &event, &error)) return false;
  if (!fake_button) {
    void *library = dlopen("libXtst.so.6", RTLD_LAZY | RTLD_LOCAL);
    if (!library) return false;
    fake_motion = (__typeof__(fake_motion))dlsym(library, "XTestFakeMotionEvent");
    if (!fake_motion) return false;
    fake_button = (__typeof__(fake_button))dlsym(library, "XTestFakeButtonEvent");
  }
  return fake_button;
}

void cx_fake_motion(Display *display, int x, int y) { fake_motion(display, -1, x, y, 0); }
void cx_fake_button(Display *display, unsigned button, bool pressed) { fake_button(display, button, pressed, 0); }
