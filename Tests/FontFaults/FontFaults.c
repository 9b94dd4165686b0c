// Loaded before other libraries, it lets one of them fail at its start: FONT_FAULT says which,
// "fontconfig" or "freetype". With "files" no file can be opened any more when fontconfig starts;
// the limit of open files should be low then.
//
//   cc -shared -fPIC -o font-faults.so FontFaults.c -ldl
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

static int fails(const char *library) {
  const char *fault = getenv("FONT_FAULT");
  return fault && !strcmp(fault, library);
}

int FT_Init_FreeType(void **library) {
  // FT_Err_Out_Of_Memory.
  if (fails("freetype")) return 0x40;
  int (*start)(void **) = (int (*)(void **))dlsym(RTLD_NEXT, "FT_Init_FreeType");
  return start(library);
}

void *FcInitLoadConfigAndFonts(void) {
  if (fails("fontconfig")) return NULL;
  if (fails("files")) while (open("/dev/null", O_RDONLY) >= 0) {}
  void *(*start)(void) = (void *(*)(void))dlsym(RTLD_NEXT, "FcInitLoadConfigAndFonts");
  return start();
}
