#include "CRaster.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

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

#if defined(__SSE2__)
// (x + 128) * 257 >> 16 in eight 16-bit lanes.
INLINE __m128i over255_x8(__m128i x) {
  return _mm_mulhi_epu16(_mm_add_epi16(x, _mm_set1_epi16(128)), _mm_set1_epi16(257));
}

// Four pixels mixed with a colour (16-bit lanes, twice) by opacities 0...255 (16-bit lanes).
INLINE __m128i mix_x4(__m128i dst, __m128i color, __m128i low, __m128i high) {
  __m128i zero = _mm_setzero_si128(), full = _mm_set1_epi16(255);
  __m128i dl = _mm_unpacklo_epi8(dst, zero), dh = _mm_unpackhi_epi8(dst, zero);
  __m128i l = _mm_add_epi16(
      _mm_mullo_epi16(color, low), _mm_mullo_epi16(dl, _mm_sub_epi16(full, low)));
  __m128i h = _mm_add_epi16(
      _mm_mullo_epi16(color, high), _mm_mullo_epi16(dh, _mm_sub_epi16(full, high)));
  return _mm_packus_epi16(over255_x8(l), over255_x8(h));
}

// Four mask bytes, times an opacity, spread over the lanes of four pixels.
INLINE __m128i masked_x4(
    __m128i dst, __m128i color, uint32_t mask, __m128i alpha, int is_opaque) {
  __m128i m = _mm_cvtsi32_si128((int)mask);
  m = _mm_unpacklo_epi8(m, m);
  m = _mm_unpacklo_epi16(m, m);
  __m128i zero = _mm_setzero_si128();
  __m128i low = _mm_unpacklo_epi8(m, zero), high = _mm_unpackhi_epi8(m, zero);
  if (!is_opaque) {
    low = over255_x8(_mm_mullo_epi16(low, alpha));
    high = over255_x8(_mm_mullo_epi16(high, alpha));
  }
  return mix_x4(dst, color, low, high);
}

void cr_blend_solid_mask(
    uint32_t *dst, uint32_t color, uint32_t alpha, const uint8_t *mask, ptrdiff_t n) {
  uint32_t pixel = color | 0xFF000000;
  __m128i c = _mm_unpacklo_epi8(_mm_set1_epi32((int)pixel), _mm_setzero_si128());
  __m128i a = _mm_set1_epi16((short)alpha);
  int is_opaque = alpha == 255;
  for (; n >= 4; n -= 4, dst += 4, mask += 4) {
    uint32_t m;
    memcpy(&m, mask, 4);
    if (!m) continue;
    if (m == 0xFFFFFFFF && is_opaque) {
      _mm_storeu_si128((__m128i *)dst, _mm_set1_epi32((int)pixel));
      continue;
    }
    __m128i d = _mm_loadu_si128((const __m128i *)dst);
    _mm_storeu_si128((__m128i *)dst, masked_x4(d, c, m, a, is_opaque));
  }
  for (; n > 0; n--, dst++, mask++) *dst = mix(*dst, color, over255(alpha * *mask));
}
#else
void cr_blend_solid_mask(
    uint32_t *dst, uint32_t color, uint32_t alpha, const uint8_t *mask, ptrdiff_t n) {
  for (ptrdiff_t i = 0; i < n; i++) dst[i] = mix(dst[i], color, over255(alpha * mask[i]));
}
#endif

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void blend_solid_avx2(
    uint32_t *dst, uint32_t color, uint32_t alpha, ptrdiff_t n) {
  __m256i zero = _mm256_setzero_si256();
  __m256i c = _mm256_unpacklo_epi8(_mm256_set1_epi32((int)(color | 0xFF000000)), zero);
  __m256i keep = _mm256_set1_epi16((short)(255 - alpha)), by257 = _mm256_set1_epi16(257);
  // The colour's part and the half that rounds, ready made.
  __m256i own = _mm256_add_epi16(
      _mm256_mullo_epi16(c, _mm256_set1_epi16((short)alpha)), _mm256_set1_epi16(128));
  for (; n >= 8; n -= 8, dst += 8) {
    __m256i d = _mm256_loadu_si256((const __m256i *)dst);
    __m256i l = _mm256_mullo_epi16(_mm256_unpacklo_epi8(d, zero), keep);
    __m256i h = _mm256_mullo_epi16(_mm256_unpackhi_epi8(d, zero), keep);
    l = _mm256_mulhi_epu16(_mm256_add_epi16(l, own), by257);
    h = _mm256_mulhi_epu16(_mm256_add_epi16(h, own), by257);
    _mm256_storeu_si256((__m256i *)dst, _mm256_packus_epi16(l, h));
  }
  for (; n > 0; n--, dst++) *dst = mix(*dst, color, alpha);
}

__attribute__((target("avx2"))) static ptrdiff_t ramp_avx2(
    uint32_t *dst, const uint32_t *table, int32_t last, int32_t start, int32_t step, ptrdiff_t n) {
  __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  __m256i t = _mm256_add_epi32(
      _mm256_set1_epi32(start), _mm256_mullo_epi32(lanes, _mm256_set1_epi32(step)));
  __m256i by8 = _mm256_set1_epi32((int)((uint32_t)step * 8)), top = _mm256_set1_epi32(last);
  ptrdiff_t i = 0;
  for (; i + 8 <= n; i += 8) {
    __m256i at = _mm256_min_epi32(
        _mm256_max_epi32(_mm256_srai_epi32(t, 16), _mm256_setzero_si256()), top);
    _mm256_storeu_si256(
        (__m256i *)(dst + i), _mm256_i32gather_epi32((const int *)table, at, 4));
    t = _mm256_add_epi32(t, by8);
  }
  return i;
}
#endif

void cr_blend_solid(uint32_t *dst, uint32_t color, uint32_t alpha, ptrdiff_t n) {
#if defined(__x86_64__)
  if (n >= 8 && __builtin_cpu_supports("avx2")) {
    blend_solid_avx2(dst, color, alpha, n);
    return;
  }
#endif
#if defined(__SSE2__)
  __m128i c = _mm_unpacklo_epi8(_mm_set1_epi32((int)(color | 0xFF000000)), _mm_setzero_si128());
  __m128i a = _mm_set1_epi16((short)alpha);
  for (; n >= 4; n -= 4, dst += 4) {
    __m128i d = _mm_loadu_si128((const __m128i *)dst);
    _mm_storeu_si128((__m128i *)dst, mix_x4(d, c, a, a));
  }
#endif
  for (; n > 0; n--, dst++) *dst = mix(*dst, color, alpha);
}

void cr_ramp(
    uint32_t *dst, const uint32_t *table, int32_t last, int32_t start, int32_t step, ptrdiff_t n) {
  ptrdiff_t i = 0;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) i = ramp_avx2(dst, table, last, start, step, n);
#endif
  for (; i < n; i++) {
    int32_t at = (int32_t)((uint32_t)start + (uint32_t)i * (uint32_t)step) >> 16;
    dst[i] = table[at < 0 ? 0 : at > last ? last : at];
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

#if defined(__SSE2__)
// Sums whole blocks of cells into coverage, clears them, and returns the sum.
INLINE int32_t coverage_blocks(
    int32_t *cells, int n, int32_t area, int even_odd, uint8_t *mask) {
  __m128i sum = _mm_set1_epi32(area), zero = _mm_setzero_si128();
  __m128i whole = _mm_set1_epi32(0x10000), half = _mm_set1_epi32(0x8000);
  for (int i = 0; i < n; i += 4) {
    __m128i v = _mm_loadu_si128((const __m128i *)(cells + i));
    _mm_storeu_si128((__m128i *)(cells + i), zero);
    v = _mm_add_epi32(v, _mm_slli_si128(v, 4));
    v = _mm_add_epi32(v, _mm_slli_si128(v, 8));
    v = _mm_add_epi32(v, sum);
    sum = _mm_shuffle_epi32(v, 0xFF);
    __m128i sign = _mm_srai_epi32(v, 31);
    v = _mm_sub_epi32(_mm_xor_si128(v, sign), sign);
    if (even_odd) v = _mm_and_si128(v, _mm_set1_epi32(0x1FFFF));
    __m128i above = _mm_cmpgt_epi32(v, whole);
    __m128i beyond = even_odd ? _mm_sub_epi32(_mm_set1_epi32(0x20000), v) : whole;
    v = _mm_or_si128(_mm_andnot_si128(above, v), _mm_and_si128(above, beyond));
    v = _mm_add_epi32(_mm_sub_epi32(_mm_slli_epi32(v, 8), v), half);
    v = _mm_srli_epi32(v, 16);
    v = _mm_packus_epi16(_mm_packs_epi32(v, v), v);
    int32_t bytes = _mm_cvtsi128_si32(v);
    memcpy(mask + i, &bytes, 4);
  }
  return _mm_cvtsi128_si32(sum);
}
#endif

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
    int begin = start * 4, from = begin, to = end * 4;
#if defined(__SSE2__)
    area = coverage_blocks(cells + from, to - from, area, even_odd, mask + from);
    from = to;
#endif
    for (int i = from; i < to; i++) {
      area = (int32_t)((uint32_t)area + (uint32_t)cells[i]);
      cells[i] = 0;
      mask[i] = (uint8_t)coverage_of(area, even_odd);
    }
    int run_end = to < width ? to : width;
    if (run_end > begin) spans[count++] = (cr_span){begin, run_end - begin, -1};
    x = run_end;
    block = end;
  }
  for (int i = 0; i < words; i++) bits[i] = 0;
  return count;
}
