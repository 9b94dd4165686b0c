#include "CX11.h"

static int count;
static char **words;

// glibc passes the arguments to constructors. Swift would read them from /proc, which is not
// mounted everywhere.
__attribute__((constructor)) static void keep(int given, char **arguments) {
  count = given;
  words = arguments;
}

const char *cx_argument(int index) { return index >= 0 && index < count ? words[index] : NULL; }
