// Rows and rectangles of pixels: filled, blended, multiplied.

void LEVEL(fill)(uint32_t *dst, ptrdiff_t stride, uint32_t pixel, ptrdiff_t n, ptrdiff_t rows) {
  for (; rows > 0; rows--, dst += stride) store_run(dst, (v8u){} + pixel, n);
}

void LEVEL(blend_solid)(uint32_t *dst, uint32_t color, uint32_t alpha, ptrdiff_t n) {
  blend_run(dst, tint_of(color), alpha, n);
}

void LEVEL(blend_solid_mask)(
    uint32_t *dst, ptrdiff_t stride, uint32_t color, uint32_t alpha, const uint8_t *mask,
    ptrdiff_t mask_stride, ptrdiff_t n, ptrdiff_t rows) {
  tint t = tint_of(color);
  for (; rows > 0; rows--, dst += stride, mask += mask_stride) {
    for (ptrdiff_t i = 0; i < n; i += 8) {
      blend_block(dst + i, t, alpha, load_bytes(mask + i), n - i < 8 ? (int)(n - i) : 8);
    }
  }
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

void LEVEL(blend_row)(uint32_t *dst, const uint32_t *src, uint32_t alpha, ptrdiff_t n) {
  for (ptrdiff_t i = 0; i < n; i++) dst[i] = over(dst[i], src[i], alpha);
}

void LEVEL(blend_row_mask)(
    uint32_t *dst, const uint32_t *src, const uint8_t *mask, ptrdiff_t n) {
  for (ptrdiff_t i = 0; i < n; i++) dst[i] = over(dst[i], src[i], mask[i]);
}

void LEVEL(multiply)(uint8_t *mask, const uint8_t *other, ptrdiff_t n) {
  for (ptrdiff_t i = 0; i < n; i++) mask[i] = (uint8_t)over255((uint32_t)mask[i] * other[i]);
}

void LEVEL(scale)(uint8_t *mask, const uint8_t *other, uint32_t value, ptrdiff_t n) {
  for (ptrdiff_t i = 0; i < n; i++) mask[i] = (uint8_t)over255(value * other[i]);
}

void LEVEL(ramp)(
    uint32_t *dst, const uint32_t *table, int32_t last, int32_t start, int32_t step, ptrdiff_t n) {
  ptrdiff_t i = 0;
#if defined(CR_AVX2)
  const v8i lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  v8i t = (v8i)((uint32_t)start + (v8u)lanes * (uint32_t)step), by8 = (v8i){} + (int32_t)((uint32_t)step * 8), top = (v8i){} + last;
  for (; i + 8 <= n; i += 8) {
    v8i at = __builtin_elementwise_min(__builtin_elementwise_max(t >> 16, (v8i){}), top);
    __m256i pixels = _mm256_i32gather_epi32((const int *)table, (__m256i)at, 4);
    memcpy(dst + i, &pixels, sizeof pixels);
    t = (v8i)((v8u)t + (v8u)by8);
  }
#endif
  for (; i < n; i++) {
    int32_t at = (int32_t)((uint32_t)start + (uint32_t)i * (uint32_t)step) >> 16;
    dst[i] = table[at < 0 ? 0 : at > last ? last : at];
  }
}
