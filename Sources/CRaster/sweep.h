// Sums cells along rows to coverage, as spans or directly as blended pixels.

// The coverage, 0...255, for the accumulated area at a cell.
INLINE uint32_t coverage_of(int32_t area, int even_odd) {
  uint32_t a = area < 0 ? -(uint32_t)area : (uint32_t)area;
  if (even_odd) {
    a &= 0x1FFFF;
    a = a > 0x10000 ? 0x20000 - a : a;
  }
  a = a > 0x10000 ? 0x10000 : a;
  return (a * 255 + 0x8000) >> 16;
}

// The same for eight cells.
INLINE v8u coverage_of_v8(v8i area, int even_odd) {
  v8i v = __builtin_elementwise_abs(area);
  if (even_odd) {
    v &= 0x1FFFF;
    v = __builtin_elementwise_min(v, 0x20000 - v);
  } else {
    v = __builtin_elementwise_min(v, (v8i){} + 0x10000);
  }
  return (v8u)((v << 8) - v + 0x8000) >> 16;
}

// Sums a block of eight cells to coverage, clears it, and advances the running sum.
INLINE v8u coverage_v8(int32_t *cells, v8i *sum, int even_odd) {
  v8i zero = {}, v = load_v8i(cells);
  memcpy(cells, &zero, sizeof zero);
  v += __builtin_shufflevector(v, zero, 8, 0, 1, 2, 8, 4, 5, 6);
  v += __builtin_shufflevector(v, zero, 8, 8, 0, 1, 8, 8, 4, 5);
  v += __builtin_shufflevector(v, zero, 8, 8, 8, 8, 3, 3, 3, 3);
  v8i total = __builtin_shufflevector(v, v, 7, 7, 7, 7, 7, 7, 7, 7);
  v += *sum;
  *sum += total;
  return coverage_of_v8(v, even_odd);
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

// Rounds a hole to whole blocks, so that the drawn part beside it ends at a block.
INLINE cr_hole whole_blocks(cr_hole hole) {
  hole.x0 = (hole.x0 + 7) & ~7;
  hole.x1 &= ~7;
  if (hole.x1 < hole.x0) hole.x1 = hole.x0;
  return hole;
}

// Blends a run from one column to another, except the columns from `hidden` to `seen`.
INLINE void blend_around(
    uint32_t *dst, tint color, uint32_t alpha, ptrdiff_t from, ptrdiff_t to, ptrdiff_t hidden,
    ptrdiff_t seen) {
  if (hidden >= to || seen <= from) {
    blend_run(dst + from, color, alpha, to - from);
    return;
  }
  if (from < hidden) blend_run(dst + from, color, alpha, hidden - from);
  if (seen < to) blend_run(dst + seen, color, alpha, to - seen);
}

// A row to draw, its source pixels unless there is a single colour, and its hidden columns.
typedef struct {
  uint32_t *dst;
  const uint32_t *src;
  ptrdiff_t hidden, seen;
} target;

INLINE target target_of(
    uint32_t *dst, ptrdiff_t stride, const cr_ink *ink, int row, cr_hole hole) {
  int has_hole = row >= hole.y0 && row < hole.y1;
  return (target){dst + row * stride, ink->rows ? ink->rows[row] : 0, has_hole ? hole.x0 : 0,
                  has_hole ? hole.x1 : 0};
}

// Blends the gap between the blocks of a row, with a constant coverage.
//
// Not inlined: otherwise its setup would be executed for every row, even rows without gaps.
static __attribute__((noinline)) void LEVEL(sweep_gap)(
    const target *to, int count, const cr_ink *ink, uint32_t coverage, ptrdiff_t from,
    ptrdiff_t end) {
  if (ink->rows) {
    for (int i = 0; i < count; i++) {
      blend_pixel_run(to[i].dst + from, to[i].src + from, ink->is_opaque, coverage, end - from);
    }
    return;
  }
  uint32_t alpha = over255(coverage * ink->alpha);
  for (int i = 0; i < count; i++) {
    blend_around(to[i].dst, tint_of(ink->color), alpha, from, end, to[i].hidden, to[i].seen);
  }
}

// The number of rows to prefetch ahead.
#define AHEAD 4

INLINE void sweep_rows(
    const cr_band *band, cr_rows rows, uint32_t *dst, ptrdiff_t stride, const cr_ink *ink,
    uint32_t alpha, int has_rows, int even_odd, int is_folded, cr_hole hole) {
  tint color = tint_of(ink->color);
  int width = band->x1 - band->x0, words = band->words, blocks = (width + 7) >> 3;
  hole = whole_blocks(hole);
  for (int row = band->y0; row < band->y1; row++) {
    int32_t *cells = band->cells + (ptrdiff_t)(row - band->y0) * band->stride;
    uint64_t *bits = band->bits + (ptrdiff_t)(row - band->y0) * words;
    target to[2];
    int count = 0;
    if (!is_folded || (row >= rows.y0 && row < rows.y1)) {
      to[count++] = target_of(dst, stride, ink, row - rows.y0, hole);
    }
    int twin = rows.fold - row;
    if (is_folded && twin != row && twin >= rows.y0 && twin < rows.y1) {
      to[count++] = target_of(dst, stride, ink, twin - rows.y0, hole);
    }
    if (!is_folded) count = 1;
    // In a wide, sparsely touched shape, each row would wait for its memory.
    if (words > 1 && row + AHEAD < band->y1) {
      for (int word = 0; word < words; word++) {
        uint64_t set = bits[AHEAD * words + word];
        if (!set) continue;
        int block = word * 64 + __builtin_ctzll(set);
        __builtin_prefetch(cells + (ptrdiff_t)AHEAD * band->stride + block * 8, 1);
        __builtin_prefetch(to[0].dst + AHEAD * stride + block * 8, 1);
      }
    }
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
            LEVEL(sweep_gap)(to, count, ink, c, next * 8, end);
          }
        }
        v8u coverage = coverage_v8(cells + block * 8, &area, even_odd);
        int n = width - block * 8;
        if (n > 0) {
          for (int i = 0; i < count; i++) {
            uint32_t *at = to[i].dst + block * 8;
            if (has_rows) {
              blend_pixels(at, to[i].src + block * 8, ink->is_opaque, coverage, n);
            } else {
              blend_block(at, color, alpha, coverage, n);
            }
          }
        }
        next = block + 1;
      } while (set);
    }
    if (next < blocks) {
      uint32_t c = coverage_of(area[0], even_odd);
      if (c) {
        LEVEL(sweep_gap)(to, count, ink, c, next * 8, width);
      }
    }
  }
}

void LEVEL(sweep)(
    const cr_band *band, int even_odd, cr_rows rows, uint32_t *dst, ptrdiff_t stride,
    const cr_ink *ink, cr_hole hole) {
  if (ink->rows) {
    sweep_rows(band, rows, dst, stride, ink, 255, 1, even_odd, rows.is_folded, hole);
  } else if (rows.is_folded) {
    sweep_rows(band, rows, dst, stride, ink, ink->alpha, 0, even_odd, 1, hole);
  } else if (even_odd) {
    sweep_rows(band, rows, dst, stride, ink, ink->alpha, 0, 1, 0, hole);
  } else if (ink->alpha == 255) {
    sweep_rows(band, rows, dst, stride, ink, 255, 0, 0, 0, hole);
  } else {
    sweep_rows(band, rows, dst, stride, ink, ink->alpha, 0, 0, 0, hole);
  }
}

// Blends the same spans into rows, except the columns from `hidden` to `seen`.
INLINE void blend_rows(
    const cr_span *spans, int count, const uint8_t *mask, uint32_t *dst, ptrdiff_t stride,
    ptrdiff_t rows, tint color, uint32_t alpha, ptrdiff_t hidden, ptrdiff_t seen) {
  // A few rows per span, so that a span's setup is shared between rows whose memory stays cached.
  for (; rows > 0; rows -= 8, dst += 8 * stride) {
    ptrdiff_t some = rows < 8 ? rows : 8;
    for (int i = 0; i < count; i++) {
      cr_span span = spans[i];
      uint32_t *to = dst;
      if (span.coverage >= 0) {
        uint32_t opacity = over255((uint32_t)span.coverage * alpha);
        for (ptrdiff_t row = 0; row < some; row++, to += stride) {
          blend_around(to, color, opacity, span.x, span.x + span.n, hidden, seen);
        }
        continue;
      }
      for (int x = 0; x < span.n; x += 8) {
        int n = span.n - x, at = span.x + x;
        if (at >= hidden && at + (n < 8 ? n : 8) <= seen) continue;
        v8u coverage = load_bytes(mask + at);
        wash w = wash_of(color, alpha == 255 ? coverage : scaled_v8(coverage, alpha));
        to = dst + at;
        for (ptrdiff_t row = 0; row < some; row++, to += stride) {
          if (n >= 8) {
            store_v8u(to, washed(load_v8u(to), w));
          } else {
            store_part(to, washed(load_part(to, n), w), n);
          }
        }
      }
    }
  }
}

void LEVEL(blend_spans)(
    const cr_span *spans, int count, const uint8_t *mask, uint32_t *dst, ptrdiff_t stride,
    ptrdiff_t rows, uint32_t color, uint32_t alpha, cr_hole hole) {
  tint t = tint_of(color);
  hole = whole_blocks(hole);
  // Above the hole, beside it, below it.
  ptrdiff_t ends[3] = {hole.y0, hole.y1, rows}, row = 0;
  for (int i = 0; i < 3; i++) {
    ptrdiff_t end = ends[i] < rows ? ends[i] : rows;
    if (end <= row) continue;
    ptrdiff_t hidden = i == 1 ? hole.x0 : 0, seen = i == 1 ? hole.x1 : 0;
    blend_rows(spans, count, mask, dst + row * stride, stride, end - row, t, alpha, hidden, seen);
    row = end;
  }
}
