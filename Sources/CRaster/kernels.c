// Chooses a kernel level at run time, so that one binary is fastest on every processor.
#include "CRaster.h"

#include <string.h>

#if defined(__x86_64__)
#define CHOOSE(result, name, parameters, arguments)  \
  result cr_##name##_avx2 parameters;                \
  result cr_##name##_baseline parameters;            \
  result cr_##name parameters {                      \
    if (__builtin_cpu_supports("avx2")) {            \
      return cr_##name##_avx2 arguments;             \
    }                                                \
    return cr_##name##_baseline arguments;           \
  }
#else
#define CHOOSE(result, name, parameters, arguments)                            \
  result cr_##name##_baseline parameters;                                      \
  result cr_##name parameters { return cr_##name##_baseline arguments; }
#endif

// The C library's memcpy chooses by itself.
void cr_copy(
    uint32_t *dst, ptrdiff_t stride, const uint32_t *src, ptrdiff_t src_stride, ptrdiff_t n,
    ptrdiff_t rows) {
  for (; rows > 0; rows--, dst += stride, src += src_stride) memcpy(dst, src, (size_t)n * 4);
}

void cr_prefetch(const uint32_t *dst, ptrdiff_t stride, ptrdiff_t n, ptrdiff_t rows) {
  for (; rows > 0; rows--, dst += stride) {
    for (ptrdiff_t i = 0; i < n; i += 16) __builtin_prefetch(dst + i, 1);
    __builtin_prefetch(dst + n - 1, 1);
  }
}

CHOOSE(void, fill,
    (uint32_t *dst, ptrdiff_t stride, uint32_t pixel, ptrdiff_t n, ptrdiff_t rows),
    (dst, stride, pixel, n, rows))
CHOOSE(void, blend_solid, (uint32_t *dst, uint32_t color, uint32_t alpha, ptrdiff_t n),
    (dst, color, alpha, n))
CHOOSE(void, blend_column,
    (uint32_t *dst, ptrdiff_t stride, const uint32_t *src, ptrdiff_t n, ptrdiff_t rows),
    (dst, stride, src, n, rows))
CHOOSE(void, blend_solid_mask,
    (uint32_t *dst, ptrdiff_t stride, uint32_t color, uint32_t alpha, const uint8_t *mask,
     ptrdiff_t mask_stride, ptrdiff_t n, ptrdiff_t rows),
    (dst, stride, color, alpha, mask, mask_stride, n, rows))
CHOOSE(void, blend_row, (uint32_t *dst, const uint32_t *src, uint32_t alpha, ptrdiff_t n),
    (dst, src, alpha, n))
CHOOSE(void, blend_row_mask,
    (uint32_t *dst, const uint32_t *src, const uint8_t *mask, ptrdiff_t n), (dst, src, mask, n))
CHOOSE(void, blend_rows_spans,
    (uint32_t *dst, ptrdiff_t stride, const uint32_t *const *src, ptrdiff_t rows, int is_opaque,
     const cr_span *spans, int count, const uint8_t *mask),
    (dst, stride, src, rows, is_opaque, spans, count, mask))
CHOOSE(void, multiply, (uint8_t *mask, const uint8_t *other, ptrdiff_t n), (mask, other, n))
CHOOSE(void, scale, (uint8_t *mask, const uint8_t *other, uint32_t value, ptrdiff_t n),
    (mask, other, value, n))
CHOOSE(void, linear,
    (uint32_t *dst, const cr_colors *colors, float start, float step, int32_t x, ptrdiff_t n),
    (dst, colors, start, step, x, n))
CHOOSE(void, radial,
    (uint32_t *dst, const cr_colors *colors, float cx, float square, float scale, int32_t x,
     ptrdiff_t n),
    (dst, colors, cx, square, scale, x, n))
CHOOSE(void, mix_rows,
    (int16_t *dst, const uint32_t *upper, const uint32_t *lower, int32_t share, ptrdiff_t n),
    (dst, upper, lower, share, n))
CHOOSE(void, mix_columns,
    (uint32_t *dst, const int16_t *row, const int32_t *at, const int16_t *shares, ptrdiff_t n),
    (dst, row, at, shares, n))
CHOOSE(void, add_row, (uint32_t *sums, const uint32_t *src, uint32_t weight, ptrdiff_t n),
    (sums, src, weight, n))
CHOOSE(void, average_columns,
    (uint32_t *dst, const uint32_t *sums, const int32_t *first, const int32_t *ends,
     const uint32_t *weights, ptrdiff_t n),
    (dst, sums, first, ends, weights, n))
CHOOSE(void, weigh_rows,
    (uint8_t *dst, const float *rows, ptrdiff_t stride, const float *weights, ptrdiff_t count,
     ptrdiff_t n),
    (dst, rows, stride, weights, count, n))
CHOOSE(void, add_arc, (float *edges, cr_arc arc, double x, double y), (edges, arc, x, y))
CHOOSE(void, accumulate, (const cr_band *band, const float *edges, ptrdiff_t count),
    (band, edges, count))
CHOOSE(void, sweep,
    (const cr_band *band, int even_odd, cr_rows rows, uint32_t *dst, ptrdiff_t stride,
     const cr_ink *ink, cr_hole hole),
    (band, even_odd, rows, dst, stride, ink, hole))
CHOOSE(void, blend_thin,
    (const float *edges, int32_t x0, int32_t y0, int32_t y1, uint32_t *dst, ptrdiff_t stride,
     uint32_t color, uint32_t alpha),
    (edges, x0, y0, y1, dst, stride, color, alpha))
CHOOSE(void, blend_spans,
    (const cr_span *spans, int count, const uint8_t *mask, uint32_t *dst, ptrdiff_t stride,
     ptrdiff_t rows, uint32_t color, uint32_t alpha, cr_hole hole),
    (spans, count, mask, dst, stride, rows, color, alpha, hole))
CHOOSE(int, resolve,
    (int32_t *cells, uint64_t *bits, int words, int width, int even_odd, uint8_t *mask,
     cr_span *spans),
    (cells, bits, words, width, even_odd, mask, spans))

#define ALL(level) \
  {cr_fill_##level, cr_blend_column_##level, cr_blend_solid_##level, \
   cr_blend_solid_mask_##level, \
   cr_blend_row_##level, cr_blend_row_mask_##level, \
   cr_blend_rows_spans_##level, cr_multiply_##level, \
   cr_scale_##level, cr_linear_##level, cr_radial_##level, \
   cr_mix_rows_##level, cr_mix_columns_##level, cr_add_row_##level, \
   cr_average_columns_##level, cr_weigh_rows_##level, cr_add_arc_##level, \
   cr_accumulate_##level, cr_sweep_##level, cr_blend_thin_##level, \
   cr_blend_spans_##level, cr_resolve_##level}

const cr_kernels cr_baseline = ALL(baseline);

const cr_kernels *cr_avx2(void) {
#if defined(__x86_64__)
  static const cr_kernels kernels = ALL(avx2);
  return __builtin_cpu_supports("avx2") ? &kernels : 0;
#else
  return 0;
#endif
}
