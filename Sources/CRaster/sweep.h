// Cells summed along rows into coverage, as spans or straight into blended pixels.

// The coverage, 0...255, of a row's area up to a cell.
INLINE uint32_t coverage_of(int32_t area, int even_odd) {
  uint32_t a = area < 0 ? -(uint32_t)area : (uint32_t)area;
  if (even_odd) {
    a &= 0x1FFFF;
    a = a > 0x10000 ? 0x20000 - a : a;
  }
  a = a > 0x10000 ? 0x10000 : a;
  return (a * 255 + 0x8000) >> 16;
}

// Sums a block of eight cells into coverage, clears it, and moves the sum on.
INLINE v8u coverage_v8(int32_t *cells, v8i *sum, int even_odd) {
  v8i zero = {}, v = load_v8i(cells);
  memcpy(cells, &zero, sizeof zero);
  v += __builtin_shufflevector(v, zero, 8, 0, 1, 2, 8, 4, 5, 6);
  v += __builtin_shufflevector(v, zero, 8, 8, 0, 1, 8, 8, 4, 5);
  v += __builtin_shufflevector(v, zero, 8, 8, 8, 8, 3, 3, 3, 3);
  v8i total = __builtin_shufflevector(v, v, 7, 7, 7, 7, 7, 7, 7, 7);
  v += *sum;
  *sum += total;
  v = __builtin_elementwise_abs(v);
  if (even_odd) {
    v &= 0x1FFFF;
    v = __builtin_elementwise_min(v, 0x20000 - v);
  } else {
    v = __builtin_elementwise_min(v, zero + 0x10000);
  }
  return (v8u)((v << 8) - v + 0x8000) >> 16;
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

int LEVEL(resolve)(
    int32_t *cells, uint64_t *bits, int words, int width, int even_odd, uint8_t *mask,
    cr_span *spans) {
  int count = 0, blocks = words * 64, x = 0;
  v8i area = {};
  for (int block = 0;;) {
    int start = next_block(bits, block, blocks, 1);
    int gap_end = start * 8 < width ? start * 8 : width;
    if (gap_end > x) {
      uint32_t c = coverage_of(area[0], even_odd);
      if (c) spans[count++] = (cr_span){x, gap_end - x, (int32_t)c};
    }
    if (start == blocks) break;
    int end = next_block(bits, start, blocks, 0);
    for (block = start; block < end; block++) {
      v8b bytes = __builtin_convertvector(coverage_v8(cells + block * 8, &area, even_odd), v8b);
      memcpy(mask + block * 8, &bytes, sizeof bytes);
    }
    int begin = start * 8, run_end = end * 8 < width ? end * 8 : width;
    if (run_end > begin) spans[count++] = (cr_span){begin, run_end - begin, -1};
    x = run_end;
  }
  for (int i = 0; i < words; i++) bits[i] = 0;
  return count;
}

// Blends eight pixels by coverage, or the first n of them.
INLINE void blend_block(uint32_t *dst, tint color, uint32_t alpha, v8u coverage, int n) {
  if (alpha != 255) coverage = scaled_v8(coverage, alpha);
  if (n >= 8) {
    v8u mixed = mix_v8(load_v8u(dst), color, coverage);
    memcpy(dst, &mixed, sizeof mixed);
    return;
  }
  uint32_t some[8] = {0};
  for (int i = 0; i < n; i++) some[i] = dst[i];
  v8u mixed = mix_v8(load_v8u(some), color, coverage);
  memcpy(some, &mixed, sizeof some);
  for (int i = 0; i < n; i++) dst[i] = some[i];
}

// Blends one opacity, 1...255, over n pixels.
INLINE void blend_run(uint32_t *dst, tint color, uint32_t alpha, ptrdiff_t n) {
  ptrdiff_t i = 0;
  if (alpha == 255) {
    v8u pixels = (v8u){} + color.pixel;
    for (; i + 8 <= n; i += 8) memcpy(dst + i, &pixels, sizeof pixels);
    for (; i < n; i++) dst[i] = color.pixel;
    return;
  }
  // The colour's part and the half that rounds, ready made.
  v16h a = (v16h){} + (uint16_t)alpha, keep = 255 - a;
  v16h rb_own = color.rb * a + 128, ga_own = color.ga * a + 128;
  for (; i + 8 <= n; i += 8) {
    v8u d = load_v8u(dst + i);
    v16h rb = by257_v16(rb_own + (v16h)(d & 0x00FF00FF) * keep);
    v16h ga = by257_v16(ga_own + ((v16h)d >> 8) * keep);
    d = (v8u)rb | (v8u)(ga << 8);
    memcpy(dst + i, &d, sizeof d);
  }
  for (; i < n; i++) dst[i] = mix(dst[i], color.pixel, alpha);
}

INLINE void sweep_rows(
    const cr_band *band, uint32_t *dst, ptrdiff_t stride, tint color, uint32_t alpha,
    int even_odd) {
  int width = band->x1 - band->x0, words = band->words, blocks = (width + 7) >> 3;
  for (int row = band->y0; row < band->y1; row++, dst += stride) {
    int32_t *cells = band->cells + (ptrdiff_t)(row - band->y0) * band->stride;
    uint64_t *bits = band->bits + (ptrdiff_t)(row - band->y0) * words;
    v8i area = {};
    int next = 0;
    for (int word = 0; word < words; word++) {
      uint64_t set = bits[word];
      if (!set) continue;
      bits[word] = 0;
      do {
        int block = word * 64 + __builtin_ctzll(set);
        set &= set - 1;
        if (block > next && next < blocks) {
          uint32_t c = coverage_of(area[0], even_odd);
          if (c) {
            int end = block < blocks ? block * 8 : width;
            blend_run(dst + next * 8, color, over255(c * alpha), end - next * 8);
          }
        }
        v8u coverage = coverage_v8(cells + block * 8, &area, even_odd);
        int n = width - block * 8;
        if (n > 0) blend_block(dst + block * 8, color, alpha, coverage, n);
        next = block + 1;
      } while (set);
    }
    if (next < blocks) {
      uint32_t c = coverage_of(area[0], even_odd);
      if (c) blend_run(dst + next * 8, color, over255(c * alpha), width - next * 8);
    }
  }
}

void LEVEL(sweep)(
    const cr_band *band, int even_odd, uint32_t *dst, ptrdiff_t stride, uint32_t color,
    uint32_t alpha) {
  tint t = tint_of(color);
  if (even_odd) {
    sweep_rows(band, dst, stride, t, alpha, 1);
  } else if (alpha == 255) {
    sweep_rows(band, dst, stride, t, 255, 0);
  } else {
    sweep_rows(band, dst, stride, t, alpha, 0);
  }
}

void LEVEL(blend_spans)(
    const cr_span *spans, int count, const uint8_t *mask, uint32_t *dst, ptrdiff_t stride,
    ptrdiff_t rows, uint32_t color, uint32_t alpha) {
  tint t = tint_of(color);
  for (ptrdiff_t row = 0; row < rows; row++, dst += stride) {
    for (int i = 0; i < count; i++) {
      cr_span span = spans[i];
      if (span.coverage >= 0) {
        blend_run(dst + span.x, t, over255((uint32_t)span.coverage * alpha), span.n);
        continue;
      }
      for (int x = 0; x < span.n; x += 8) {
        v8u coverage = load_bytes(mask + span.x + x);
        blend_block(dst + span.x + x, t, alpha, coverage, span.n - x);
      }
    }
  }
}
