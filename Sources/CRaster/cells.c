#include "CRaster.h"

#define INLINE static inline __attribute__((always_inline))

// One whole pixel of area, and one whole row of height.
static const float unit = 65536;

INLINE float held(float x, float low, float high) { return x < low ? low : x > high ? high : x; }

INLINE int32_t floor_of(float x) {
  int32_t whole = (int32_t)x;
  return whole - (x < (float)whole);
}

// Marks the blocks of the cells first ... last of a row.
INLINE void mark(uint64_t *bits, int32_t first, int32_t last) {
  int32_t from = first >> 2, to = last >> 2, word = from >> 6;
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

// Adds a piece of an edge that stays in one row; `cover` is its signed height.
//
// Each cell takes the second difference of the area left of it, and the last one what is left of
// the cover, so that a row's cells sum to the cover whatever was rounded.
INLINE void add_piece(
    const cr_band *band, int32_t row, float a, float b, int32_t cover, int is_inside) {
  float x0 = a < b ? a : b, x1 = a < b ? b : a;
  int32_t first = is_inside ? (int32_t)x0 : floor_of(x0), column = first - band->x0;
  int32_t *cells = band->cells + (ptrdiff_t)row * band->stride;
  uint64_t *bits = band->bits + (ptrdiff_t)row * band->words;
  float start = (float)first;
  if (x1 <= start + 1) {
    int32_t beyond = (int32_t)((float)cover * (0.5f * (x0 + x1) - start));
    if (is_inside) {
      cells[column] += cover - beyond;
      cells[column + 1] += beyond;
      mark(bits, column, column + 1);
    } else {
      put(band, cells, bits, column, cover - beyond);
      put(band, cells, bits, column + 1, beyond);
    }
    return;
  }
  if (!is_inside && x0 >= (float)band->x1) return;
  int32_t whole = floor_of(x1), columns = whole - first + ((float)whole < x1);
  float per_column = 1 / (x1 - x0), scaled = (float)cover;
  float head = 1 - (x0 - start), tail = x1 - (float)(first + columns - 1);
  float before = columns == 2 ? 0.5f * head * head : head + (float)(columns - 2) - 0.5f;
  int32_t rest = cover;
  for (int32_t i = 0; i < columns; i++) {
    float share = i == 0             ? 0.5f * per_column * head * head
                  : i == columns - 1 ? 1 - per_column * (before + 0.5f * tail * tail)
                  : i == 1           ? per_column * (head + 0.5f - 0.5f * head * head)
                                     : per_column;
    int32_t area = (int32_t)(scaled * share);
    rest -= area;
    if (is_inside) {
      cells[column + i] += area;
    } else {
      put(band, cells, bits, column + i, area);
    }
  }
  if (is_inside) {
    cells[column + columns] += rest;
    mark(bits, column, column + columns);
  } else {
    put(band, cells, bits, column + columns, rest);
  }
}

INLINE void add_edge(
    const cr_band *band, float x_top, float y_top, float x_bottom, float y_bottom, int down,
    int is_inside) {
  float low = x_top < x_bottom ? x_top : x_bottom, high = x_top < x_bottom ? x_bottom : x_top;
  float slope = (x_bottom - x_top) / (y_bottom - y_top);
  float top = (float)band->y0, bottom = (float)band->y1;
  float end = y_bottom < bottom ? y_bottom : bottom;
  float x = x_top, y = y_top;
  if (y_top < top) {
    y = top;
    x = held(x_top + slope * (top - y_top), low, high);
  }
  int32_t row = (int32_t)y;
  // Heights are differences of whole numbers, so that those of a closed outline sum to nothing.
  int32_t height = (int32_t)((y - (float)row) * unit);
  while (y < end) {
    float next = (float)(row + 1);
    float last = next < y_bottom ? next : y_bottom;
    // Rounding must not carry the edge past its own ends, where no cell is.
    float x_next = last == y_bottom ? x_bottom : held(x_top + slope * (last - y_top), low, high);
    int32_t reached = last == next ? (int32_t)unit : (int32_t)((last - (float)row) * unit);
    int32_t cover = down ? reached - height : height - reached;
    add_piece(band, row - band->y0, x, x_next, cover, is_inside);
    x = x_next;
    y = last;
    height = 0;
    row++;
  }
}

void cr_accumulate(const cr_band *band, const void *edges, ptrdiff_t count) {
  const float *edge = edges;
  float left = (float)band->x0, right = (float)band->x1;
  float top = (float)band->y0, bottom = (float)band->y1;
  for (ptrdiff_t i = 0; i < count; i++, edge += 4) {
    int down = edge[1] < edge[3];
    float x_top = down ? edge[0] : edge[2], y_top = down ? edge[1] : edge[3];
    float x_bottom = down ? edge[2] : edge[0], y_bottom = down ? edge[3] : edge[1];
    if (y_bottom <= top || y_top >= bottom) continue;
    int is_inside = x_top >= left && x_bottom >= left && x_top <= right && x_bottom <= right;
    if (is_inside) {
      add_edge(band, x_top, y_top, x_bottom, y_bottom, down, 1);
    } else {
      add_edge(band, x_top, y_top, x_bottom, y_bottom, down, 0);
    }
  }
}
