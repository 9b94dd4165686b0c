// Signed areas of edges, added to cells.

// One whole row of height.
#define UNIT 65536.0f

INLINE v8f held_v8(v8f x, float low, float high) {
  v8f l = (v8f){} + low, h = (v8f){} + high;
  // Written so that what is no number becomes the lower one.
  x = pick(x > l, x, l);
  return pick(x < h, x, h);
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

// Adds to a cell that may lie outside: left of the band it counts in the first, right in none.
INLINE void put(const cr_band *band, int32_t *cells, uint64_t *bits, int32_t column, int32_t area) {
  if (column >= band->x1 - band->x0) return;
  int32_t at = column > 0 ? column : 0;
  cells[at] += area;
  mark(bits, at, at);
}

// The rows of an edge: where it stands at a row's ends, and its height there.
typedef struct {
  float x_top, y_top, slope, y_bottom, low, high;
  int32_t sign;
} course;

INLINE v8f at_v8(const course *c, v8f y) {
  // Rounding must not carry the edge past its own ends, where no cell is.
  return held_v8(c->x_top + c->slope * (y - c->y_top), c->low, c->high);
}

// Adds an edge that goes at most one column sideways for each row, eight rows at a time.
//
// A row's piece touches two cells at most. Each cell takes the second difference of the area left of it, and the third what is left of the height, so that a row's cells sum to the height whatever was rounded.
INLINE void add_steep(const cr_band *band, const course *c, int32_t row, int32_t end, int is_inside) {
  const v8f lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  for (; row < end; row += 8) {
    v8f line = (float)row + lanes;
    v8f top = (v8f){} + c->y_top, bottom = (v8f){} + c->y_bottom, next = line + 1;
    v8f y0 = pick(line > top, line, top), y1 = pick(next < bottom, next, bottom);
    // Heights are differences of whole numbers, so that those of a closed outline sum to nothing.
    v8i height = __builtin_convertvector((y1 - line) * UNIT, v8i)
                 - __builtin_convertvector((y0 - line) * UNIT, v8i);
    height = (height ^ c->sign) - c->sign;
    v8f xa = at_v8(c, y0), xb = at_v8(c, y1);
    v8f x0 = pick(xa < xb, xa, xb), x1 = pick(xa > xb, xa, xb);
    v8i first = is_inside ? __builtin_convertvector(x0, v8i) : floor_v8(x0);
    v8f start = __builtin_convertvector(first, v8f), cover = __builtin_convertvector(height, v8f);
    v8f f0 = x0 - start, f1 = x1 - start;
    v8f over = f1 - 1, before = 1 - f0;
    v8i is_one = over <= 0;
    v8f half = 0.5f / (f1 - f0);
    v8f share0 = pick(is_one, 1 - 0.5f * (f0 + f1), before * before * half);
    v8f share1 = pick(is_one, (v8f){} + 1, 1 - over * over * half);
    v8i area0 = __builtin_convertvector(cover * share0, v8i);
    v8i both = __builtin_convertvector(cover * share1, v8i);
    v8i area1 = both - area0, rest = height - both;
    int32_t count = end - row < 8 ? end - row : 8;
    ptrdiff_t at = row - band->y0;
    int32_t *cells = band->cells + at * band->stride;
    uint64_t *bits = band->bits + at * band->words;
    if (is_inside) {
      first -= band->x0;
      // The columns of eight rows at most: the edge goes one way.
      int32_t a = first[0], b = first[count - 1];
      int32_t from = (a < b ? a : b) >> 3, to = ((a < b ? b : a) + 2) >> 3, word = from >> 6;
      uint64_t touched = ((2ull << (to - from)) - 1) << (from & 63);
      int is_one_word = to >> 6 == word;
      for (int32_t i = 0; i < count; i++) {
        int32_t *cell = cells + first[i];
        cell[0] += area0[i];
        cell[1] += area1[i];
        cell[2] += rest[i];
        if (is_one_word) {
          bits[word] |= touched;
        } else {
          mark(bits, from << 3, to << 3);
        }
        cells += band->stride;
        bits += band->words;
      }
    } else {
      for (int32_t i = 0; i < count; i++) {
        int32_t column = first[i] - band->x0;
        put(band, cells, bits, column, area0[i]);
        put(band, cells, bits, column + 1, area1[i]);
        put(band, cells, bits, column + 2, rest[i]);
        cells += band->stride;
        bits += band->words;
      }
    }
  }
}

// The integral of x held to 0 ... 1.
INLINE v8f ramp_integral(v8f x) {
  v8f held = held_v8(x, 0, 1);
  return held * (x - 0.5f * held);
}

// Adds a flat edge's piece in one row, eight columns at a time; `height` is signed.
//
// The area left of a column's right border, seen from the piece's start, is the mean over the piece of how much of the column lies right of it.
INLINE void add_flat_piece(
    const cr_band *band, int32_t row, float a, float b, int32_t height, int is_inside) {
  const v8f lanes = {1, 2, 3, 4, 5, 6, 7, 8};
  float x0 = a < b ? a : b, x1 = a < b ? b : a;
  int32_t first = (int32_t)x0, last = (int32_t)x1;
  if (!is_inside) {
    if (x0 >= (float)band->x1) return;
    first -= x0 < (float)first;
    last -= x1 < (float)last;
  }
  int32_t *cells = band->cells + (ptrdiff_t)(row - band->y0) * band->stride;
  uint64_t *bits = band->bits + (ptrdiff_t)(row - band->y0) * band->words;
  float inverse = x1 > x0 ? 1 / (x1 - x0) : 0, cover = (float)height;
  int32_t before = 0;
  if (is_inside) mark(bits, first - band->x0, last + 1 - band->x0);
  for (int32_t column = first; column <= last + 1; column += 8) {
    v8f right = (float)column + lanes;
    v8f share = (ramp_integral(right - x0) - ramp_integral(right - x1)) * inverse;
    v8i sum = __builtin_convertvector(cover * share, v8i);
    // Right of the piece all its height counts, exactly.
    v8i index = __builtin_convertvector(right, v8i) - 1;
    sum = (v8i)pick(index > last, (v8f)((v8i){} + height), (v8f)sum);
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

INLINE void add_flat(const cr_band *band, const course *c, float y, float end, int is_inside) {
  int32_t row = (int32_t)y, height = (int32_t)((y - (float)row) * UNIT);
  float x = held(c->x_top + c->slope * (y - c->y_top), c->low, c->high);
  while (y < end) {
    float next = (float)(row + 1), last = next < c->y_bottom ? next : c->y_bottom;
    float x_next = held(c->x_top + c->slope * (last - c->y_top), c->low, c->high);
    int32_t reached = (int32_t)((last - (float)row) * UNIT);
    int32_t cover = ((reached - height) ^ c->sign) - c->sign;
    add_flat_piece(band, row, x, x_next, cover, is_inside);
    x = x_next;
    y = last;
    height = 0;
    row++;
  }
}

INLINE void add_edge(const cr_band *band, const course *c, int is_steep, int is_inside) {
  float top = (float)band->y0, bottom = (float)band->y1;
  float start = c->y_top > top ? c->y_top : top, end = c->y_bottom < bottom ? c->y_bottom : bottom;
  if (is_steep) {
    int32_t last = (int32_t)end;
    add_steep(band, c, (int32_t)start, last + ((float)last < end), is_inside);
  } else {
    add_flat(band, c, start, end, is_inside);
  }
}

// Edges that leave the band sideways are few: kept apart, they leave the others the registers.
static __attribute__((noinline)) void LEVEL(add_outside)(
    const cr_band *band, const course *c, int is_steep) {
  add_edge(band, c, is_steep, 0);
}

void LEVEL(accumulate)(const cr_band *band, const float *edge, ptrdiff_t count) {
  float left = (float)band->x0, right = (float)band->x1;
  float top = (float)band->y0, bottom = (float)band->y1;
  for (ptrdiff_t i = 0; i < count; i++, edge += 4) {
    int down = edge[1] < edge[3];
    float x_top = down ? edge[0] : edge[2], y_top = down ? edge[1] : edge[3];
    float x_bottom = down ? edge[2] : edge[0], y_bottom = down ? edge[3] : edge[1];
    if (!(y_bottom > top && y_top < bottom && y_top < y_bottom)) continue;
    course c = {
        .x_top = x_top,
        .y_top = y_top,
        .slope = (x_bottom - x_top) / (y_bottom - y_top),
        .y_bottom = y_bottom,
        .low = x_top < x_bottom ? x_top : x_bottom,
        .high = x_top < x_bottom ? x_bottom : x_top,
        .sign = down ? 0 : -1,
    };
    int is_steep = c.slope >= -1 && c.slope <= 1;
    if (c.low >= left && c.high <= right) {
      add_edge(band, &c, is_steep, 1);
    } else {
      LEVEL(add_outside)(band, &c, is_steep);
    }
  }
}
