// Thin shapes between two edges, blended without cells.

// One of two edges, with eight of its rows: the first column touched in each and, from index 8 on,
// the accumulated area at the end of that column, of the next ... Before are zeros, and after the
// fourth area the full height.
typedef struct {
  course course;
  int32_t height, is_steep, first[8], upto[8][16];
} side;

INLINE side side_of(const courses *both, int i) {
  side s = {.course = course_of(both, i)};
  s.height = (0x10000 ^ s.course.sign) - s.course.sign;
  // The same decision as in `accumulate`.
  s.is_steep = s.course.slope >= -1 && s.course.slope <= 1;
  v4i height = (v4i){} + s.height;
  for (int row = 0; row < 8; row++) memcpy(s.upto[row] + 12, &height, sizeof height);
  return s;
}

INLINE void take_rows(side *s, v8f line) {
  v8f xa = at_v8(&s->course, line), xb = at_v8(&s->course, line + 1);
  v8f x0 = lesser_v8(xa, xb), x1 = greater_v8(xa, xb);
  v8i first = __builtin_convertvector(x0, v8i), height = (v8i){} + s->height, areas[5] = {};
  if (s->is_steep) {
    steep_areas(x0, x1, first, height, areas);
  } else {
    short_areas(x0, x1, first, height, areas);
  }
  for (int i = 1; i < 4; i++) areas[i] += areas[i - 1];
  v8i quads[4];
  by_lanes(areas[0], areas[1], areas[2], areas[3], quads);
  for (int row = 0; row < 8; row++) {
    v4i quad = quad_of(quads, row);
    memcpy(s->upto[row] + 8, &quad, sizeof quad);
  }
  memcpy(s->first, &first, sizeof first);
}

void LEVEL(blend_thin)(
    const float *edges, int32_t x0, int32_t y0, int32_t y1, uint32_t *dst, ptrdiff_t stride,
    uint32_t color, uint32_t alpha) {
  const v8f lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  float some[32] = {0};
  memcpy(some, edges, 32);
  cr_band rows = {.y0 = y0, .y1 = y1};
  courses both = courses_of(&rows, some);
  side a = side_of(&both, 0), b = side_of(&both, 1);
  tint t = tint_of(color);
  for (int32_t row = y0; row < y1; row += 8) {
    take_rows(&a, (float)row + lanes);
    take_rows(&b, (float)row + lanes);
    int count = y1 - row < 8 ? y1 - row : 8;
    for (int i = 0; i < count; i++, dst += stride) {
      int32_t x = a.first[i] < b.first[i] ? a.first[i] : b.first[i];
      v8i area = load_v8i(a.upto[i] + 8 - (a.first[i] - x))
                 + load_v8i(b.upto[i] + 8 - (b.first[i] - x));
      blend_block(dst + (x - x0), t, alpha, coverage_of_v8(area, 0), 8);
    }
  }
}
