// Runs of pixels, blended with one colour or copied.

// Blends eight pixels with coverage, or only the first n.
INLINE void blend_block(uint32_t *dst, tint color, uint32_t alpha, v8u coverage, int n) {
  if (alpha != 255) coverage = scaled_v8(coverage, alpha);
  if (n >= 8) {
    store_v8u(dst, mix_v8(load_v8u(dst), color, coverage));
  } else {
    store_part(dst, mix_v8(load_part(dst, n), color, coverage), n);
  }
}

// Stores one pixel n times.
INLINE void store_run(uint32_t *dst, v8u pixels, ptrdiff_t n) {
  if (n < 8) {
    if (n > 0) store_part(dst, pixels, (int)n);
    return;
  }
  // The first and last eight unaligned, between them aligned vectors: a store across two cache
  // lines costs as much as two.
  uint32_t *end = dst + n;
  store_v8u(dst, pixels);
  dst += 8 - ((uintptr_t)dst / sizeof *dst & 7);
  // Four at a time: a loop short enough for its end to be predicted.
  for (; end - dst >= 32; dst += 32) {
    store_v8u(dst, pixels);
    store_v8u(dst + 8, pixels);
    store_v8u(dst + 16, pixels);
    store_v8u(dst + 24, pixels);
  }
  for (; end - dst >= 8; dst += 8) store_v8u(dst, pixels);
  store_v8u(end - 8, pixels);
}

// What is added to eight pixels, times 255 plus 128 for rounding, and the weights of the old ones.
typedef struct {
  v16h low, high, keep_low, keep_high;
} wash;

INLINE wash wash_of(tint color, v8u alpha) {
  v8u every = alpha * 0x01010101, pixels = (v8u){} + color.pixel;
  v16h low = low_channels(every), high = high_channels(every);
  return (wash){low_channels(pixels) * low + 128, high_channels(pixels) * high + 128, 255 - low,
                255 - high};
}

// The wash of a premultiplied pixel; a channel above its opacity is malformed and clamped to it.
INLINE wash wash_of_pixel(uint32_t pixel) {
  v8u alphas = (v8u){} + (pixel >> 24) * 0x01010101;
  v8u pixels = (v8u)__builtin_elementwise_min((v32b)((v8u){} + pixel), (v32b)alphas);
  v16h keep = 255 - low_channels(alphas);
  return (wash){low_channels(pixels) * 255 + 128, high_channels(pixels) * 255 + 128, keep, keep};
}

INLINE v8u washed(v8u dst, wash w) {
  v16h low = by257_v16(low_channels(dst) * w.keep_low + w.low);
  v16h high = by257_v16(high_channels(dst) * w.keep_high + w.high);
  return pixels_of(low, high);
}

// Blends a wash over n pixels.
INLINE void wash_run(uint32_t *dst, wash w, ptrdiff_t n) {
  int odd = (int)(-((uintptr_t)dst / sizeof *dst) & 7);
  if (odd > n) odd = (int)n;
  if (odd) store_part(dst, washed(load_part(dst, odd), w), odd);
  dst += odd;
  n -= odd;
  // Two at a time: the loop overhead is a third of one.
  for (; n >= 16; n -= 16, dst += 16) {
    store_v8u(dst, washed(load_v8u(dst), w));
    store_v8u(dst + 8, washed(load_v8u(dst + 8), w));
  }
  if (n >= 8) {
    store_v8u(dst, washed(load_v8u(dst), w));
    dst += 8;
    n -= 8;
  }
  if (n > 0) store_part(dst, washed(load_part(dst, (int)n), w), (int)n);
}

// Blends a colour with one opacity, 1...255, over n pixels.
INLINE void blend_run(uint32_t *dst, tint color, uint32_t alpha, ptrdiff_t n) {
  if (alpha == 255) {
    store_run(dst, (v8u){} + color.pixel, n);
  } else {
    wash_run(dst, wash_of(color, (v8u){} + alpha), n);
  }
}

// Copies n pixels.
INLINE void copy_run(uint32_t *dst, const uint32_t *src, ptrdiff_t n) {
  if (n < 8) {
    if (n > 0) store_part(dst, load_part(src, (int)n), (int)n);
    return;
  }
  v8u last = load_v8u(src + n - 8);
  uint32_t *end = dst + n - 8;
  for (; dst < end; dst += 8, src += 8) store_v8u(dst, load_v8u(src));
  store_v8u(end, last);
}
