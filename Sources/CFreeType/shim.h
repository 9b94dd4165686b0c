#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H

// Macros with casts or arguments, which Swift cannot import.
static const FT_Int32 feel_load_unscaled = FT_LOAD_NO_SCALE | FT_LOAD_NO_BITMAP;
static const FT_Int32 feel_load_light = FT_LOAD_TARGET_LIGHT | FT_LOAD_NO_BITMAP;
static const FT_Int32 feel_load_color = FT_LOAD_COLOR | FT_LOAD_RENDER;
static inline int feel_is_scalable(FT_Face face) { return FT_IS_SCALABLE(face) != 0; }
static inline int feel_has_color(FT_Face face) { return FT_HAS_COLOR(face) != 0; }
