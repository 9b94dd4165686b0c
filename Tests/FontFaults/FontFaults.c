// Preloaded, it lets the initialisation of one library fail: FONT_FAULT is "fontconfig" or
// "freetype". With "files", no more files can be opened once fontconfig starts; the limit on open
// files should then be low.
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
