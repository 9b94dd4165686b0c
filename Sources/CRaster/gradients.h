// Linear and radial gradients, computed exactly for each pixel instead of from a table with visible
// steps.

// A gradient interval for eight pixels.
typedef struct {
  v8f offset, scale, bias, blue, green, red, alpha;
} stretch;

INLINE stretch stretch_of(cr_stretch s) {
  v8f zero = {};
  return (stretch){zero + s.offset, zero + s.scale, zero + s.bias, zero + s.delta[0],
                   zero + s.delta[1], zero + s.delta[2], zero + s.delta[3]};
}

// The fraction of an interval at eight positions, 0 ... 1.
INLINE v8f along(stretch s, v8f place) {
  v8f share = (place - s.offset) * s.scale + s.bias, zero = {};
  return lesser_v8(greater_v8(share, zero), zero + 1);
}

INLINE v8u channel_v8(v8f value) { return (v8u)__builtin_convertvector(value, v8i); }

// A gradient's colours while a row is written: the first colour and a single interval, enough for
// most gradients, in registers.
typedef struct {
  v8f blue, green, red, alpha;
  stretch single;
  const cr_stretch *all;
  int32_t count;
} palette;

INLINE palette palette_of(const cr_colors *colors, int is_opaque) {
  // Opaque channels include the 0.5 for rounding.
  v8f start = (v8f){} + (is_opaque ? 0.5f : 0);
  return (palette){start + colors->first[0], start + colors->first[1], start + colors->first[2],
                   start + colors->first[3], stretch_of(colors->stretches[0]), colors->stretches,
                   colors->count};
}

// The premultiplied colours at eight positions, 0 at the start and 1 at the end.
INLINE v8u colors_at(palette p, int is_single, int is_opaque, v8f place) {
  for (int32_t i = 0; i < (is_single ? 1 : p.count); i++) {
    stretch s = is_single ? p.single : stretch_of(p.all[i]);
    v8f share = along(s, place);
    p.blue += s.blue * share;
    p.green += s.green * share;
    p.red += s.red * share;
    if (!is_opaque) p.alpha += s.alpha * share;
  }
  if (is_opaque) {
    return channel_v8(p.blue) | channel_v8(p.green) << 8 | channel_v8(p.red) << 16 | 0xFF000000;
  }
  v8f part = p.alpha * (1.0f / 255);
  return channel_v8(p.blue * part + 0.5f) | channel_v8(p.green * part + 0.5f) << 8
         | channel_v8(p.red * part + 0.5f) << 16 | channel_v8(p.alpha + 0.5f) << 24;
}

INLINE void store_some(uint32_t *dst, v8u pixels, ptrdiff_t n) {
  if (n < 8) {
    store_part(dst, pixels, (int)n);
  } else {
    store_v8u(dst, pixels);
  }
}

// Columns are counted from the picture's first, so that a colour does not depend on where the row
// starts.
INLINE v8f columns_from(int32_t x) {
  const v8i lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  return __builtin_convertvector(lanes + x, v8f);
}

INLINE void linear_row(
    uint32_t *dst, const cr_colors *colors, int is_single, int is_opaque, float start, float step,
    int32_t x, ptrdiff_t n) {
  palette p = palette_of(colors, is_opaque);
  v8f column = columns_from(x);
  for (; n > 0; n -= 8, dst += 8, column += 8) {
    store_some(dst, colors_at(p, is_single, is_opaque, start + column * step), n);
  }
}

INLINE void radial_row(
    uint32_t *dst, const cr_colors *colors, int is_single, int is_opaque, float cx, float square,
    float scale, int32_t x, ptrdiff_t n) {
  palette p = palette_of(colors, is_opaque);
  v8f column = columns_from(x);
  for (; n > 0; n -= 8, dst += 8, column += 8) {
    v8f from = column - cx;
    store_some(dst, colors_at(p, is_single, is_opaque, root_v8(from * from + square) * scale), n);
  }
}

// Writes n pixels in reverse order, reading backwards from `end`.
INLINE void mirror_row(uint32_t *dst, const uint32_t *end, ptrdiff_t n) {
  for (; n >= 8; n -= 8, dst += 8) {
    end -= 8;
    v8u v = load_v8u(end);
    store_v8u(dst, __builtin_shufflevector(v, v, 7, 6, 5, 4, 3, 2, 1, 0));
  }
  while (n-- > 0) *dst++ = *--end;
}

// A row centred on a pixel's centre or border is symmetric: only one half of the symmetric part is
// computed.
INLINE void mirrored_row(
    uint32_t *dst, const cr_colors *colors, int is_single, int is_opaque, float cx, float square,
    float scale, int32_t x, ptrdiff_t n) {
  float twice = 2 * cx, last = (float)x + (float)(n - 1);
  ptrdiff_t twins = 0, from = n;
  if (twice > 2 * (float)x && twice < 2 * last && last < 0x1p22f && twice == (float)(int32_t)twice) {
    // The columns left and right of the middle; columns x and twice - x are twins.
    ptrdiff_t left = ((int32_t)twice + 1) / 2 - x, right = x + n - 1 - (int32_t)twice / 2;
    twins = left < right ? left : right;
    from = left - twins;
  }
  // First the left part without twins, then the rest from the middle on.
  radial_row(dst, colors, is_single, is_opaque, cx, square, scale, x, from);
  ptrdiff_t rest = from + twins;
  if (twins == 0) return;
  radial_row(
      dst + rest, colors, is_single, is_opaque, cx, square, scale, x + (int32_t)rest, n - rest);
  // The first twin's counterpart is column twice - (x + from).
  mirror_row(dst + from, dst + ((int32_t)twice - x - from - x) + 1, twins);
}

#define EACH_KIND(row, ...)                  \
  if (colors->count == 1) {                  \
    if (colors->is_opaque) {                 \
      row(dst, colors, 1, 1, __VA_ARGS__);   \
    } else {                                 \
      row(dst, colors, 1, 0, __VA_ARGS__);   \
    }                                        \
  } else if (colors->is_opaque) {            \
    row(dst, colors, 0, 1, __VA_ARGS__);     \
  } else {                                   \
    row(dst, colors, 0, 0, __VA_ARGS__);     \
  }

void LEVEL(linear)(
    uint32_t *dst, const cr_colors *colors, float start, float step, int32_t x, ptrdiff_t n) {
  EACH_KIND(linear_row, start, step, x, n)
}

void LEVEL(radial)(
    uint32_t *dst, const cr_colors *colors, float cx, float square, float scale, int32_t x,
    ptrdiff_t n) {
  EACH_KIND(mirrored_row, cx, square, scale, x, n)
}
#undef EACH_KIND
