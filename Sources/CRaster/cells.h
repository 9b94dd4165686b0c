// Accumulation of the edges' signed areas in cells.

// The height of one row.
#define UNIT 65536.0f

// The number of rows from which an edge is processed eight rows at a time rather than alongside
// other edges.
#define TALL 12

INLINE v8f held_v8(v8f x, float low, float high) {
  // NaN clamps to the lower bound.
  return lesser_v8(greater_v8(x, (v8f){} + low), (v8f){} + high);
}

INLINE v8f held_lanes(v8f x, v8f low, v8f high) {
  return lesser_v8(greater_v8(x, low), high);
}

INLINE float held(float x, float low, float high) { return x > low ? x < high ? x : high : low; }

INLINE v8i floor_v8(v8f x) {
  v8i whole = __builtin_convertvector(x, v8i);
  return whole + (x < __builtin_convertvector(whole, v8f));
}

// Marks the blocks of the cells first ... last of a row.
INLINE void mark(uint64_t *bits, int32_t first, int32_t last) {
  int32_t from = first >> 3, to = last >> 3, word = from >> 6;
  if (to >> 6 == word) {
    bits[word] |= ((2ull << (to - from)) - 1) << (from & 63);
    return;
  }
  for (int32_t block = from; block <= to; block++) bits[block >> 6] |= 1ull << (block & 63);
}

// Adds to a cell that may lie outside: to the left of the band it counts in the first cell, to the
// right not at all.
INLINE void put(const cr_band *band, int32_t *cells, uint64_t *bits, int32_t column, int32_t area) {
  if (column >= band->x1 - band->x0) return;
  int32_t at = column > 0 ? column : 0;
  cells[at] += area;
  mark(bits, at, at);
}

// The geometry of an edge: its line, vertical extent, x range and direction.
typedef struct {
  float x_top, y_top, slope, y_bottom, low, high;
  int32_t sign;
} course;

INLINE v8f at_v8(const course *c, v8f y) {
  // Rounding must not carry the edge beyond its own ends, where there are no cells.
  return held_v8(c->x_top + c->slope * (y - c->y_top), c->low, c->high);
}

// Areas of eight pieces from x0 to x1, which cross at most one column each (pieces of an edge with
// a slope of at most one column per row): in the first column, in the second, and the rest of the
// signed height.
//
// The second area is a difference of two areas, and the third is the rest, so that each row sums
// exactly to its height regardless of rounding.
INLINE void steep_areas(v8f x0, v8f x1, v8i first, v8i height, v8i *areas) {
  v8f start = __builtin_convertvector(first, v8f), cover = __builtin_convertvector(height, v8f);
  v8f f0 = x0 - start, f1 = x1 - start;
  v8f over = f1 - 1, before = 1 - f0;
  v8i is_one = over <= 0;
  v8f half = 0.5f / (f1 - f0);
  v8f share0 = pick(is_one, 1 - 0.5f * (f0 + f1), before * before * half);
  v8f share1 = pick(is_one, (v8f){} + 1, 1 - over * over * half);
  areas[0] = __builtin_convertvector(cover * share0, v8i);
  v8i both = __builtin_convertvector(cover * share1, v8i);
  areas[1] = both - areas[0];
  areas[2] = height - both;
}

// Transposes four numbers of eight lanes to one vector per lane, in the order 0, 4, 1, 5 ...
INLINE void by_lanes(v8i a, v8i b, v8i c, v8i d, v8i *quads) {
  v8i low = __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
  v8i high = __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15);
  v8i low_rest = __builtin_shufflevector(c, d, 0, 8, 1, 9, 4, 12, 5, 13);
  v8i high_rest = __builtin_shufflevector(c, d, 2, 10, 3, 11, 6, 14, 7, 15);
  quads[0] = __builtin_shufflevector(low, low_rest, 0, 1, 8, 9, 4, 5, 12, 13);
  quads[1] = __builtin_shufflevector(low, low_rest, 2, 3, 10, 11, 6, 7, 14, 15);
  quads[2] = __builtin_shufflevector(high, high_rest, 0, 1, 8, 9, 4, 5, 12, 13);
  quads[3] = __builtin_shufflevector(high, high_rest, 2, 3, 10, 11, 6, 7, 14, 15);
}

// The four numbers of a lane.
INLINE v4i quad_of(const v8i *quads, int lane) {
  return load_v4i((const int32_t *)quads + ((lane & 3) * 8 + (lane >> 2) * 4));
}

// Adds an edge with a slope of at most one column per row, eight rows at a time.
INLINE void add_steep(const cr_band *band, const course *c, int32_t row, int32_t end, int is_inside) {
  const v8f lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  for (; row < end; row += 8) {
    v8f line = (float)row + lanes;
    v8f top = (v8f){} + c->y_top, bottom = (v8f){} + c->y_bottom, next = line + 1;
    v8f y0 = greater_v8(line, top), y1 = lesser_v8(next, bottom);
    // Heights are differences of integers, so that those of a closed outline sum to zero.
    v8i height = __builtin_convertvector((y1 - line) * UNIT, v8i)
                 - __builtin_convertvector((y0 - line) * UNIT, v8i);
    height = (height ^ c->sign) - c->sign;
    v8f xa = at_v8(c, y0), xb = at_v8(c, y1);
    v8f x0 = lesser_v8(xa, xb), x1 = greater_v8(xa, xb);
    v8i first = is_inside ? __builtin_convertvector(x0, v8i) : floor_v8(x0);
    v8i areas[3];
    steep_areas(x0, x1, first, height, areas);
    int32_t count = end - row < 8 ? end - row : 8;
    ptrdiff_t at = row - band->y0;
    int32_t *cells = band->cells + at * band->stride;
    uint64_t *bits = band->bits + at * band->words;
    if (is_inside) {
      // The columns of up to eight rows: the edge is monotonic.
      int32_t columns[8];
      first -= band->x0;
      memcpy(columns, &first, sizeof columns);
      int32_t a = columns[0], b = columns[count - 1];
      int32_t from = (a < b ? a : b) >> 3, to = ((a < b ? b : a) + 2) >> 3, word = from >> 6;
      uint64_t touched = ((2ull << (to - from)) - 1) << (from & 63);
      // Each row's three cells, and a fourth that gets zero.
      v8i quads[4];
      by_lanes(areas[0], areas[1], areas[2], (v8i){}, quads);
      for (int32_t i = 0; i < count; i++) {
        int32_t *cell = cells + columns[i];
        v4i sum = load_v4i(cell) + quad_of(quads, i);
        memcpy(cell, &sum, sizeof sum);
        cells += band->stride;
      }
      if (to >> 6 == word) {
        for (int32_t i = 0; i < count; i++, bits += band->words) bits[word] |= touched;
      } else {
        for (int32_t i = 0; i < count; i++, bits += band->words) mark(bits, from << 3, to << 3);
      }
    } else {
      for (int32_t i = 0; i < count; i++) {
        int32_t column = first[i] - band->x0;
        put(band, cells, bits, column, areas[0][i]);
        put(band, cells, bits, column + 1, areas[1][i]);
        put(band, cells, bits, column + 2, areas[2][i]);
        cells += band->stride;
        bits += band->words;
      }
    }
  }
}

// The integral of clamp(x, 0, 1).
INLINE v8f ramp_integral(v8f x) {
  v8f held = held_v8(x, 0, 1);
  return held * (x - 0.5f * held);
}

// Adds an edge's piece in one row, eight columns at a time; `height` is signed.
//
// The area up to a column's right border is the mean, over the piece, of the part of the column to
// the right of it.
INLINE void add_piece(
    const cr_band *band, int32_t row, float a, float b, int32_t height, int is_inside) {
  const v8f lanes = {1, 2, 3, 4, 5, 6, 7, 8};
  const v8i indices = {0, 1, 2, 3, 4, 5, 6, 7};
  float x0 = a < b ? a : b, x1 = a < b ? b : a;
  int32_t first = (int32_t)x0, last = (int32_t)x1;
  if (!is_inside) {
    if (x0 >= (float)band->x1) return;
    first -= x0 < (float)first;
    last -= x1 < (float)last;
  }
  int32_t *cells = band->cells + (ptrdiff_t)(row - band->y0) * band->stride;
  uint64_t *bits = band->bits + (ptrdiff_t)(row - band->y0) * band->words;
  // Treat a vertical piece as slightly slanted: this avoids a division by zero, and a thousandth is
  // invisible.
  float width = x1 - x0 > 0.001f ? x1 - x0 : 0.001f;
  float cover = (float)height / width;
  int32_t before = 0;
  if (is_inside) mark(bits, first - band->x0, last + 1 - band->x0);
  for (int32_t column = first; column <= last + 1; column += 8) {
    v8f right = ((float)column - x0) + lanes;
    v8i sum = __builtin_convertvector(
        cover * (ramp_integral(right) - ramp_integral(right - width)), v8i);
    // To the right of the piece, its whole height counts exactly.
    sum = (v8i)pick(indices > last - column, (v8f)((v8i){} + height), (v8f)sum);
    v8i left = __builtin_shufflevector(sum, sum, 0, 0, 1, 2, 3, 4, 5, 6);
    left[0] = before;
    before = sum[7];
    v8i area = sum - left;
    if (is_inside) {
      int32_t *cell = cells + (column - band->x0);
      area += load_v8i(cell);
      memcpy(cell, &area, sizeof area);
    } else {
      for (int32_t i = 0; i < 8; i++) {
        if (area[i]) put(band, cells, bits, column + i - band->x0, area[i]);
      }
    }
  }
}

INLINE void add_pieces(const cr_band *band, const course *c, float y, float end, int is_inside) {
  int32_t row = (int32_t)y, height = (int32_t)((y - (float)row) * UNIT);
  float x = held(c->x_top + c->slope * (y - c->y_top), c->low, c->high);
  while (y < end) {
    float next = (float)(row + 1), last = next < c->y_bottom ? next : c->y_bottom;
    float x_next = held(c->x_top + c->slope * (last - c->y_top), c->low, c->high);
    int32_t reached = (int32_t)((last - (float)row) * UNIT);
    int32_t cover = ((reached - height) ^ c->sign) - c->sign;
    add_piece(band, row, x, x_next, cover, is_inside);
    x = x_next;
    y = last;
    height = 0;
    row++;
  }
}

INLINE void add_edge(const cr_band *band, const course *c, int is_long, int is_inside) {
  float top = (float)band->y0, bottom = (float)band->y1;
  float start = c->y_top > top ? c->y_top : top, end = c->y_bottom < bottom ? c->y_bottom : bottom;
  if (is_long) {
    int32_t last = (int32_t)end;
    add_steep(band, c, (int32_t)start, last + ((float)last < end), is_inside);
  } else {
    add_pieces(band, c, start, end, is_inside);
  }
}

// Edges that leave the band sideways are rare: a separate function leaves registers for the others.
static __attribute__((noinline)) void LEVEL(add_outside)(
    const cr_band *band, const course *c, int is_long) {
  add_edge(band, c, is_long, 0);
}

// Eight edges side by side: their geometry, from the band's first row on.
typedef struct {
  v8f x_top, y_top, slope, y_bottom, low, high, from, end;
  v8i sign;
} courses;

INLINE courses courses_of(const cr_band *band, const float *edge) {
  // From two edges per vector to one coordinate of all eight per vector.
  v8f e0 = load_v8f(edge), e1 = load_v8f(edge + 8), e2 = load_v8f(edge + 16);
  v8f e3 = load_v8f(edge + 24);
  v8f a = __builtin_shufflevector(e0, e1, 0, 4, 8, 12, 1, 5, 9, 13);
  v8f b = __builtin_shufflevector(e2, e3, 0, 4, 8, 12, 1, 5, 9, 13);
  v8f c = __builtin_shufflevector(e0, e1, 2, 6, 10, 14, 3, 7, 11, 15);
  v8f d = __builtin_shufflevector(e2, e3, 2, 6, 10, 14, 3, 7, 11, 15);
  v8f x0 = __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11);
  v8f y0 = __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
  v8f x1 = __builtin_shufflevector(c, d, 0, 1, 2, 3, 8, 9, 10, 11);
  v8f y1 = __builtin_shufflevector(c, d, 4, 5, 6, 7, 12, 13, 14, 15);
  v8f top = (v8f){} + (float)band->y0, bottom = (v8f){} + (float)band->y1;
  v8i down = y0 < y1;
  courses all = {.x_top = pick(down, x0, x1), .y_top = pick(down, y0, y1), .sign = ~down};
  v8f x_bottom = pick(down, x1, x0);
  all.y_bottom = pick(down, y1, y0);
  all.slope = (x_bottom - all.x_top) / (all.y_bottom - all.y_top);
  all.low = lesser_v8(x0, x1);
  all.high = pick(x0 < x1, x1, x0);
  all.from = greater_v8(all.y_top, top);
  all.end = lesser_v8(all.y_bottom, bottom);
  return all;
}

INLINE course course_of(const courses *all, int i) {
  return (course){all->x_top[i], all->y_top[i], all->slope[i], all->y_bottom[i],
                  all->low[i],   all->high[i],  all->sign[i]};
}

// The cells of eight pieces, each in one row and at most four columns, and the blocks they lie in.
typedef struct {
  int32_t at[8], area[5][8], word[2][8], bit[2][8];
} scattered;

// Areas of eight pieces from x0 to x1 in up to four columns; `cover` is their signed height, of
// which the fifth area is the rest.
//
// Like `add_piece`, but for separate columns of pieces side by side.
INLINE void short_areas(v8f x0, v8f x1, v8i first, v8i cover, v8i *areas) {
  v8i last = __builtin_convertvector(x1, v8i) - first;
  v8f width = greater_v8(x1 - x0, (v8f){} + 0.001f);
  v8f scale = __builtin_convertvector(cover, v8f) / width;
  v8f right = __builtin_convertvector(first, v8f) - x0;
  v8i sum = {};
  for (int i = 0; i < 4; i++) {
    // The piece starts in the first column: there the ramp needs no clamping, and in the others it
    // is past its end.
    v8f to = right + (float)(i + 1), whole = i == 0 ? to * (0.5f * to) : to - 0.5f;
    v8i upto = __builtin_convertvector(scale * (whole - ramp_integral(to - width)), v8i);
    upto = (v8i)pick(last < i, (v8f)cover, (v8f)upto);
    areas[i] = upto - sum;
    sum = upto;
  }
  areas[4] = cover - sum;
}

// Adds eight pieces from x to x_next, each in one row and at most four columns; `cover` is their
// signed height, and `live` has a bit for each valid one.
INLINE void add_eight(
    const cr_band *band, v8i row, v8f x, v8f x_next, v8i cover, uint32_t live) {
  v8f x0 = lesser_v8(x, x_next), x1 = greater_v8(x_next, x);
  v8i first = __builtin_convertvector(x0, v8i), last = __builtin_convertvector(x1, v8i) - first;
  v8i column = first - band->x0, line_index = row - band->y0;
  scattered s;
  *(v8i *)s.at = line_index * band->stride + column;
  short_areas(x0, x1, first, cover, (v8i *)s.area);
  v8i block0 = column >> 3, block1 = (column + last + 1) >> 3, words = line_index * band->words;
  *(v8i *)s.word[0] = words + (block0 >> 6);
  *(v8i *)s.word[1] = words + (block1 >> 6);
  *(v8i *)s.bit[0] = block0 & 63;
  *(v8i *)s.bit[1] = block1 & 63;
  do {
    int i = __builtin_ctz(live);
    live &= live - 1;
    // One cell at a time: wide loads soon after narrow stores would stall.
    int32_t *cell = band->cells + s.at[i];
    cell[0] += s.area[0][i];
    cell[1] += s.area[1][i];
    cell[2] += s.area[2][i];
    cell[3] += s.area[3][i];
    cell[4] += s.area[4][i];
    band->bits[s.word[0][i]] |= 1ull << s.bit[0][i];
    band->bits[s.word[1][i]] |= 1ull << s.bit[1][i];
  } while (live);
}

// Adds the pieces of eight edges: the first piece of each, then the second ...
INLINE void add_short(const cr_band *band, const courses *c, v8i is_left) {
  v8f y = c->from, x = held_lanes(c->x_top + c->slope * (y - c->y_top), c->low, c->high);
  v8i row = __builtin_convertvector(y, v8i);
  v8i height = __builtin_convertvector((y - __builtin_convertvector(row, v8f)) * UNIT, v8i);
  for (uint32_t live = bits_of(is_left); live; live = bits_of(is_left)) {
    v8f line = __builtin_convertvector(row, v8f), next = line + 1;
    v8f y_next = lesser_v8(next, c->y_bottom);
    v8f x_next = held_lanes(c->x_top + c->slope * (y_next - c->y_top), c->low, c->high);
    v8i reached = __builtin_convertvector((y_next - line) * UNIT, v8i);
    v8i cover = ((reached - height) ^ c->sign) - c->sign;
    add_eight(band, row, x, x_next, cover, live);
    x = x_next;
    row += 1;
    height = (v8i){};
    is_left &= y_next < c->end;
  }
}

// Adds one such edge, eight rows side by side: the same result, but faster for a tall edge.
INLINE void add_tall(const cr_band *band, const course *c, float from, float end) {
  const v8i lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  for (int32_t first = (int32_t)from; (float)first < end; first += 8) {
    v8i row = lanes + first;
    v8f line = __builtin_convertvector(row, v8f);
    v8f y = greater_v8(line, (v8f){} + from), y_next = lesser_v8(line + 1, (v8f){} + c->y_bottom);
    v8i cover = __builtin_convertvector((y_next - line) * UNIT, v8i)
                - __builtin_convertvector((y - line) * UNIT, v8i);
    cover = (cover ^ c->sign) - c->sign;
    add_eight(band, row, at_v8(c, y), at_v8(c, y_next), cover, bits_of(line < end));
  }
}

// Adds eight edges to the left of the band: their whole height counts in the first cell of each
// row.
INLINE void add_left(const cr_band *band, const courses *c, v8i is_left) {
  v8f y = c->from;
  v8i row = __builtin_convertvector(y, v8i);
  for (uint32_t live = bits_of(is_left); live; live = bits_of(is_left)) {
    v8f line = __builtin_convertvector(row, v8f), next = line + 1;
    v8f y_next = lesser_v8(next, c->y_bottom);
    v8i height = __builtin_convertvector((y_next - line) * UNIT, v8i)
                 - __builtin_convertvector((y - line) * UNIT, v8i);
    height = (height ^ c->sign) - c->sign;
    do {
      int i = __builtin_ctz(live);
      live &= live - 1;
      ptrdiff_t at = row[i] - band->y0;
      band->cells[at * band->stride] += height[i];
      band->bits[at * band->words] |= 1;
    } while (live);
    y = y_next;
    row += 1;
    is_left &= y_next < c->end;
  }
}

// Whether eight edges are all above the band, all below it or all to its right, where they have no
// effect.
INLINE int are_elsewhere(const float *edge, float top, float bottom, float right) {
  v8f e0 = load_v8f(edge), e1 = load_v8f(edge + 8), e2 = load_v8f(edge + 16);
  v8f e3 = load_v8f(edge + 24);
  v8f low = lesser_v8(lesser_v8(e0, e1), lesser_v8(e2, e3));
  v8f high = greater_v8(greater_v8(e0, e1), greater_v8(e2, e3));
  // Even lanes have x, odd lanes y.
  v8f end = {right, bottom, right, bottom, right, bottom, right, bottom};
  uint32_t past = bits_of(low >= end), before = bits_of(high <= (v8f){} + top) & 0xAA;
  return (past & 0x55) == 0x55 || (past & 0xAA) == 0xAA || before == 0xAA;
}

void LEVEL(accumulate)(const cr_band *band, const float *edge, ptrdiff_t count) {
  float left = (float)band->x0, right = (float)band->x1;
  float top = (float)band->y0, bottom = (float)band->y1;
  for (; count > 0; count -= 8, edge += 32) {
    float some[32];
    if (count < 8) {
      memset(some, 0, sizeof some);
      memcpy(some, edge, (size_t)count * 16);
      edge = some;
    }
    if (are_elsewhere(edge, top, bottom, right)) continue;
    courses c = courses_of(band, edge);
    v8i is_seen = (c.end > c.from) & (c.y_bottom > c.y_top) & (c.low < right);
    v8i is_left = is_seen & (c.high < left);
    v8i is_inside = (c.low >= left) & (c.high <= right);
    v8f width = c.high - c.low;
    v8i is_steep = (c.slope >= -1) & (c.slope <= 1);
    // Decided by the edge alone, so that its cells are the same in every band.
    v8i is_narrow = (width <= 3) | ((c.slope >= -3) & (c.slope <= 3));
    v8i is_long = is_steep & (c.y_bottom - c.y_top > 3);
    v8i is_short = is_seen & is_inside & is_narrow & ~is_long;
    v8i is_tall = is_short & (c.end - c.from > TALL);
    add_short(band, &c, is_short & ~is_tall);
    for (uint32_t talls = bits_of(is_tall); talls; talls &= talls - 1) {
      int i = __builtin_ctz(talls);
      course one = course_of(&c, i);
      add_tall(band, &one, c.from[i], c.end[i]);
    }
    if (bits_of(is_left)) add_left(band, &c, is_left);
    uint32_t others = bits_of(is_seen & ~is_short & ~is_left), inside = bits_of(is_inside);
    uint32_t longs = bits_of(is_long);
    while (others) {
      int i = __builtin_ctz(others);
      others &= others - 1;
      course one = course_of(&c, i);
      if (inside >> i & 1) {
        add_edge(band, &one, longs >> i & 1, 1);
      } else {
        LEVEL(add_outside)(band, &one, longs >> i & 1);
      }
    }
  }
}
