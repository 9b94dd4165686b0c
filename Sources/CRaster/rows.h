// Rows and rectangles of pixels, filled and blended; rows of masks, multiplied.

void LEVEL(fill)(uint32_t *dst, ptrdiff_t stride, uint32_t pixel, ptrdiff_t n, ptrdiff_t rows) {
  for (; rows > 0; rows--, dst += stride) store_run(dst, (v8u){} + pixel, n);
}

void LEVEL(blend_column)(
    uint32_t *dst, ptrdiff_t stride, const uint32_t *src, ptrdiff_t n, ptrdiff_t rows) {
  for (; rows > 0; rows--, dst += stride, src++) {
    uint32_t alpha = *src >> 24;
    if (alpha == 255) {
      store_run(dst, (v8u){} + *src, n);
    } else if (alpha) {
      wash_run(dst, wash_of_pixel(*src), n);
    }
  }
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

// Copies each pixel's opacity, its fourth channel, to all four lanes.
INLINE v16h opacities(v16h channels) {
  return __builtin_shufflevector(
      channels, channels, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15);
}

// Blends four of eight pixels: the source's channels times their opacity, over the rest of the
// destination's.
INLINE v16h over_half(v16h dst, v16h src, v16h alpha) {
  v16h part = src * alpha, keep = 255 - over255_v16(opacities(part));
  // Clamped, because a malformed source with a channel above its opacity could overflow 255.
  v16h sum = __builtin_elementwise_add_sat(
      __builtin_elementwise_add_sat(part, dst * keep), (v16h){} + 128);
  return __builtin_elementwise_min(by257_v16(sum), (v16h){} + 255);
}

// Blends eight pixels over eight, each with an opacity 0...255.
INLINE v8u over_v8(v8u dst, v8u src, v8u alpha) {
  v8u alphas = alpha * 0x01010101;
  return pixels_of(
      over_half(low_channels(dst), low_channels(src), low_channels(alphas)),
      over_half(high_channels(dst), high_channels(src), high_channels(alphas)));
}

// Like `over_v8`, but faster, for opaque source pixels.
INLINE v8u mix_pixels_v8(v8u dst, v8u src, v8u alpha) {
  v16h a = (v16h)(alpha | alpha << 16), keep = 255 - a;
  v16h rb = over255_v16((v16h)(src & 0x00FF00FF) * a + (v16h)(dst & 0x00FF00FF) * keep);
  v16h ga = over255_v16(((v16h)src >> 8) * a + ((v16h)dst >> 8) * keep);
  return (v8u)rb | (v8u)(ga << 8);
}

// Blends eight pixels with coverage, or only the first n.
INLINE void blend_pixels(
    uint32_t *dst, const uint32_t *src, int is_opaque, v8u coverage, ptrdiff_t n) {
  v8u to = n < 8 ? load_part(dst, (int)n) : load_v8u(dst);
  v8u from = n < 8 ? load_part(src, (int)n) : load_v8u(src);
  to = is_opaque ? mix_pixels_v8(to, from, coverage) : over_v8(to, from, coverage);
  if (n < 8) {
    store_part(dst, to, (int)n);
  } else {
    store_v8u(dst, to);
  }
}

// Blends eight pixels over eight at full opacity: only the destination is multiplied.
INLINE v8u whole_over_v8(v8u dst, v8u src) {
  v16h low = over255_v16(low_channels(dst) * (255 - opacities(low_channels(src))));
  v16h high = over255_v16(high_channels(dst) * (255 - opacities(high_channels(src))));
  return (v8u)__builtin_elementwise_add_sat((v32b)pixels_of(low, high), (v32b)src);
}

void LEVEL(blend_row)(uint32_t *dst, const uint32_t *src, uint32_t alpha, ptrdiff_t n) {
  if (!alpha) return;
  v8u alphas = (v8u){} + alpha;
  for (; n > 0; n -= 8, dst += 8, src += 8) {
    int count = n < 8 ? (int)n : 8;
    v8u from = count < 8 ? load_part(src, count) : load_v8u(src);
    // Layers have long empty stretches, which change nothing.
    if (!bits_of((v8i)(from != 0))) continue;
    v8u to = count < 8 ? load_part(dst, count) : load_v8u(dst);
    v8u mixed = alpha == 255 ? whole_over_v8(to, from) : over_v8(to, from, alphas);
    if (count < 8) {
      store_part(dst, mixed, count);
    } else {
      store_v8u(dst, mixed);
    }
  }
}

void LEVEL(blend_row_mask)(
    uint32_t *dst, const uint32_t *src, const uint8_t *mask, ptrdiff_t n) {
  for (; n > 0; n -= 8, dst += 8, src += 8, mask += 8) {
    if (n < 8) {
      uint8_t rest[8] = {0};
      memcpy(rest, mask, (size_t)n);
      v8u to = load_part(dst, (int)n), from = load_part(src, (int)n);
      store_part(dst, over_v8(to, from, load_bytes(rest)), (int)n);
      return;
    }
    uint64_t coverage;
    memcpy(&coverage, mask, sizeof coverage);
    if (!coverage) continue;
    v8u from = load_v8u(src);
    // Full coverage: between its edges a shape covers everything, and most content is opaque.
    if (coverage != ~0ull) {
      store_v8u(dst, over_v8(load_v8u(dst), from, load_bytes(mask)));
    } else if (bits_of((v8i)(from >= 0xFF000000)) == 255) {
      store_v8u(dst, from);
    } else {
      store_v8u(dst, whole_over_v8(load_v8u(dst), from));
    }
  }
}

// Blends a run of pixels with one coverage.
INLINE void blend_pixel_run(
    uint32_t *dst, const uint32_t *src, int is_opaque, uint32_t coverage, ptrdiff_t n) {
  if (coverage == 255 && is_opaque) {
    copy_run(dst, src, n);
  } else {
    LEVEL(blend_row)(dst, src, coverage, n);
  }
}

void LEVEL(blend_rows_spans)(
    uint32_t *dst, ptrdiff_t stride, const uint32_t *const *src, ptrdiff_t rows, int is_opaque,
    const cr_span *spans, int count, const uint8_t *mask) {
  int32_t first = spans[0].x;
  for (; count > 0; count--, spans++) {
    cr_span span = *spans;
    for (int32_t x = span.x, end = x + span.n; x < end; x += 8) {
      uint32_t *to = dst + x;
      if (span.coverage >= 0) {
        for (ptrdiff_t row = 0; row < rows; row++, to += stride) {
          blend_pixel_run(
              to, src[row] + (x - first), is_opaque, (uint32_t)span.coverage, span.n);
        }
        break;
      }
      v8u coverage = load_bytes(mask + x);
      for (ptrdiff_t row = 0; row < rows; row++, to += stride) {
        blend_pixels(to, src[row] + (x - first), is_opaque, coverage, end - x);
      }
    }
  }
}

void LEVEL(multiply)(uint8_t *mask, const uint8_t *other, ptrdiff_t n) {
  for (ptrdiff_t i = 0; i < n; i++) mask[i] = (uint8_t)over255((uint32_t)mask[i] * other[i]);
}

void LEVEL(scale)(uint8_t *mask, const uint8_t *other, uint32_t value, ptrdiff_t n) {
  for (ptrdiff_t i = 0; i < n; i++) mask[i] = (uint8_t)over255(value * other[i]);
}
