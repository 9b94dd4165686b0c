#include "CRaster.h"

#include <string.h>

#if defined(__x86_64__) && defined(__linux__)
// One copy for every x86-64, one for those with AVX2; the loader picks at start.
#define KERNEL __attribute__((target_clones("avx2", "default")))
#else
#define KERNEL
#endif

#define INLINE static inline __attribute__((always_inline))

// x / 255, rounded, for x <= 65025.
INLINE uint32_t over255(uint32_t x) { return ((x + 128) * 257) >> 16; }

INLINE uint32_t mix(uint32_t dst, uint32_t color, uint32_t alpha) {
  uint32_t inverse = 255 - alpha;
  uint32_t b = over255((color & 255) * alpha + (dst & 255) * inverse);
  uint32_t g = over255((color >> 8 & 255) * alpha + (dst >> 8 & 255) * inverse);
  uint32_t r = over255((color >> 16 & 255) * alpha + (dst >> 16 & 255) * inverse);
  uint32_t a = over255(255 * alpha + (dst >> 24) * inverse);
  return a << 24 | r << 16 | g << 8 | b;
}

INLINE uint32_t over(uint32_t dst, uint32_t src, uint32_t alpha) {
  uint32_t a = over255((src >> 24) * alpha), inverse = 255 - a;
  uint32_t b = over255((src & 255) * alpha + (dst & 255) * inverse);
  uint32_t g = over255((src >> 8 & 255) * alpha + (dst >> 8 & 255) * inverse);
  uint32_t r = over255((src >> 16 & 255) * alpha + (dst >> 16 & 255) * inverse);
  uint32_t da = over255((src >> 24) * alpha + (dst >> 24) * inverse);
  // A rounded inverse can carry a channel of a malformed source past 255.
  b = b > 255 ? 255 : b;
  g = g > 255 ? 255 : g;
  r = r > 255 ? 255 : r;
  da = da > 255 ? 255 : da;
  return da << 24 | r << 16 | g << 8 | b;
}

KERNEL void cr_fill(uint32_t *dst, uint32_t pixel, ptrdiff_t n) {
  for (ptrdiff_t i = 0; i < n; i++) dst[i] = pixel;
}

KERNEL void cr_blend_solid(uint32_t *dst, uint32_t color, uint32_t alpha, ptrdiff_t n) {
  for (ptrdiff_t i = 0; i < n; i++) dst[i] = mix(dst[i], color, alpha);
}

KERNEL void cr_blend_solid_mask(
    uint32_t *dst, uint32_t color, uint32_t alpha, const uint8_t *mask, ptrdiff_t n) {
  if (alpha == 255) {
    for (ptrdiff_t i = 0; i < n; i++) dst[i] = mix(dst[i], color, mask[i]);
  } else {
    for (ptrdiff_t i = 0; i < n; i++) dst[i] = mix(dst[i], color, over255(alpha * mask[i]));
  }
}

KERNEL void cr_blend_row(uint32_t *dst, const uint32_t *src, uint32_t alpha, ptrdiff_t n) {
  for (ptrdiff_t i = 0; i < n; i++) dst[i] = over(dst[i], src[i], alpha);
}

KERNEL void cr_blend_row_mask(
    uint32_t *dst, const uint32_t *src, const uint8_t *mask, ptrdiff_t n) {
  for (ptrdiff_t i = 0; i < n; i++) dst[i] = over(dst[i], src[i], mask[i]);
}

KERNEL void cr_multiply(uint8_t *mask, const uint8_t *other, ptrdiff_t n) {
  for (ptrdiff_t i = 0; i < n; i++) mask[i] = (uint8_t)over255((uint32_t)mask[i] * other[i]);
}

KERNEL void cr_scale(uint8_t *mask, const uint8_t *other, uint32_t value, ptrdiff_t n) {
  for (ptrdiff_t i = 0; i < n; i++) mask[i] = (uint8_t)over255(value * other[i]);
}

INLINE uint32_t coverage_of(int32_t area, int even_odd) {
  uint32_t a = area < 0 ? -(uint32_t)area : (uint32_t)area;
  if (even_odd) {
    a &= 0x1FFFF;
    a = a > 0x10000 ? 0x20000 - a : a;
  }
  a = a > 0x10000 ? 0x10000 : a;
  return (a * 255 + 0x8000) >> 16;
}

// The first block at or after `from` whose bit equals `set`, or `blocks`.
INLINE int next_block(const uint64_t *bits, int from, int blocks, int set) {
  int word = from >> 6, last = (blocks + 63) >> 6;
  if (word >= last) return blocks;
  uint64_t flip = set ? 0 : ~0ull;
  uint64_t w = (bits[word] ^ flip) & (~0ull << (from & 63));
  while (!w) {
    if (++word >= last) return blocks;
    w = bits[word] ^ flip;
  }
  int found = word * 64 + __builtin_ctzll(w);
  return found < blocks ? found : blocks;
}

int cr_resolve(
    int32_t *cells, uint64_t *bits, int words, int width, int even_odd, uint8_t *mask,
    cr_span *spans) {
  int count = 0, blocks = words * 64, x = 0;
  int32_t area = 0;
  for (int block = 0;;) {
    int start = next_block(bits, block, blocks, 1);
    int gap_end = start * 4 < width ? start * 4 : width;
    if (gap_end > x) {
      uint32_t c = coverage_of(area, even_odd);
      if (c) spans[count++] = (cr_span){x, gap_end - x, (int32_t)c};
    }
    if (start == blocks) break;
    int end = next_block(bits, start, blocks, 0);
    int from = start * 4, to = end * 4;
    for (int i = from; i < to; i++) {
      area = (int32_t)((uint32_t)area + (uint32_t)cells[i]);
      cells[i] = 0;
      mask[i] = (uint8_t)coverage_of(area, even_odd);
    }
    int run_end = to < width ? to : width;
    if (run_end > from) spans[count++] = (cr_span){from, run_end - from, -1};
    x = run_end;
    block = end;
  }
  memset(bits, 0, (size_t)words * 8);
  return count;
}
