// Vectors of eight pixels, and operations on them. Included once per processor level.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "CRaster.h"

#pragma STDC FP_CONTRACT OFF
// Vectors are passed only to inlined functions, so calling conventions do not matter.
#pragma clang diagnostic ignored "-Wpsabi"

#define INLINE static inline __attribute__((always_inline))

typedef float v8f __attribute__((vector_size(32)));
typedef int32_t v8i __attribute__((vector_size(32)));
typedef uint32_t v8u __attribute__((vector_size(32)));
typedef uint16_t v16h __attribute__((vector_size(32)));
typedef uint8_t v8b __attribute__((vector_size(8)));
typedef uint8_t v32b __attribute__((vector_size(32)));
typedef uint32_t v16u __attribute__((vector_size(64)));
typedef int32_t v4i __attribute__((vector_size(16)));

INLINE v8i load_v8i(const void *p) {
  v8i v;
  memcpy(&v, p, sizeof v);
  return v;
}

INLINE v4i load_v4i(const void *p) {
  v4i v;
  memcpy(&v, p, sizeof v);
  return v;
}

INLINE v8u load_v8u(const void *p) {
  v8u v;
  memcpy(&v, p, sizeof v);
  return v;
}

INLINE v8f load_v8f(const void *p) {
  v8f v;
  memcpy(&v, p, sizeof v);
  return v;
}

INLINE v8u load_bytes(const uint8_t *p) {
  v8b v;
  memcpy(&v, p, sizeof v);
  return __builtin_convertvector(v, v8u);
}

// Selects lanes of `a` where a comparison is true, else of `b`.
INLINE v8f pick(v8i held, v8f a, v8f b) { return (v8f)((held & (v8i)a) | (~held & (v8i)b)); }

// Maximum and minimum; `b` if either is NaN.
INLINE v8f greater_v8(v8f a, v8f b) {
#if defined(CR_AVX2)
  return (v8f)_mm256_max_ps((__m256)a, (__m256)b);
#else
  return pick(a > b, a, b);
#endif
}

INLINE v8f lesser_v8(v8f a, v8f b) {
#if defined(CR_AVX2)
  return (v8f)_mm256_min_ps((__m256)a, (__m256)b);
#else
  return pick(a < b, a, b);
#endif
}

// The first n of eight pixels, 1 ... 7; nothing beyond them is accessed.
INLINE v8u load_part(const uint32_t *p, int n) {
#if defined(CR_AVX2)
  v8i lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  return (v8u)_mm256_maskload_epi32((const int *)p, (__m256i)(lanes < n));
#else
  uint32_t some[8] = {0};
  for (int i = 0; i < n; i++) some[i] = p[i];
  return load_v8u(some);
#endif
}

INLINE void store_part(uint32_t *p, v8u v, int n) {
#if defined(CR_AVX2)
  v8i lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  _mm256_maskstore_epi32((int *)p, (__m256i)(lanes < n), (__m256i)v);
#else
  for (int i = 0; i < n; i++) p[i] = v[i];
#endif
}

// Square roots of eight numbers, correctly rounded on every processor.
INLINE v8f root_v8(v8f x) {
#if defined(CR_AVX2)
  return (v8f)_mm256_sqrt_ps((__m256)x);
#else
  return __builtin_elementwise_sqrt(x);
#endif
}

INLINE void store_v8u(uint32_t *p, v8u v) { memcpy(p, &v, sizeof v); }

// One bit for each lane that is true.
INLINE uint32_t bits_of(v8i lanes) {
#if defined(CR_AVX2)
  return (uint32_t)_mm256_movemask_ps((__m256)lanes);
#else
  return (uint32_t)__builtin_reduce_or(lanes & (v8i){1, 2, 4, 8, 16, 32, 64, 128});
#endif
}

// x / 255, rounded, for x <= 65025.
INLINE uint32_t over255(uint32_t x) { return ((x + 128) * 257) >> 16; }

INLINE v16h by257_v16(v16h x) {
  return __builtin_convertvector((__builtin_convertvector(x, v16u) * 257) >> 16, v16h);
}

INLINE v16h over255_v16(v16h x) { return by257_v16(x + 128); }

// Widens the channels of pixels 0, 1, 4, 5, and of pixels 2, 3, 6, 7, to 16-bit lanes.
INLINE v16h low_channels(v8u p) {
  return (v16h)__builtin_shufflevector(
      (v32b)p, (v32b){}, 0, 32, 1, 33, 2, 34, 3, 35, 4, 36, 5, 37, 6, 38, 7, 39, 16, 48, 17, 49,
      18, 50, 19, 51, 20, 52, 21, 53, 22, 54, 23, 55);
}

INLINE v16h high_channels(v8u p) {
  return (v16h)__builtin_shufflevector(
      (v32b)p, (v32b){}, 8, 40, 9, 41, 10, 42, 11, 43, 12, 44, 13, 45, 14, 46, 15, 47, 24, 56, 25,
      57, 26, 58, 27, 59, 28, 60, 29, 61, 30, 62, 31, 63);
}

// Narrows channels 0...255 in that layout to pixels.
INLINE v8u pixels_of(v16h low, v16h high) {
#if defined(CR_AVX2)
  return (v8u)_mm256_packus_epi16((__m256i)low, (__m256i)high);
#else
  return (v8u)__builtin_shufflevector(
      (v32b)low, (v32b)high, 0, 2, 4, 6, 8, 10, 12, 14, 32, 34, 36, 38, 40, 42, 44, 46, 16, 18, 20,
      22, 24, 26, 28, 30, 48, 50, 52, 54, 56, 58, 60, 62);
#endif
}

// A straight colour, prepared as blue and red, green and alpha, in 16-bit lanes.
typedef struct {
  uint32_t pixel;
  v16h rb, ga;
} tint;

INLINE tint tint_of(uint32_t color) {
  uint32_t pixel = color | 0xFF000000;
  v8u p = (v8u){} + pixel;
  return (tint){pixel, (v16h)(p & 0x00FF00FF), (v16h)(p >> 8 & 0x00FF00FF)};
}

// Mixes eight pixels with a colour by opacities 0...255, one per lane.
INLINE v8u mix_v8(v8u dst, tint color, v8u alpha) {
  v16h a = (v16h)(alpha | alpha << 16), keep = 255 - a;
  v16h rb = over255_v16(color.rb * a + (v16h)(dst & 0x00FF00FF) * keep);
  v16h ga = over255_v16(color.ga * a + ((v16h)dst >> 8) * keep);
  return (v8u)rb | (v8u)(ga << 8);
}

// Coverage times an opacity, in lanes.
INLINE v8u scaled_v8(v8u coverage, uint32_t alpha) { return (coverage * alpha + 128) * 257 >> 16; }
