// Row kernels of the rasteriser: what the vector units do better than one pixel at a time.
// Pixels are 0xAARRGGBB, premultiplied; a solid colour is straight, and its opacity is apart.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Part of one row: pixels x ..< x + n at one coverage 1...255, or -1 where the mask row tells.
typedef struct {
  int32_t x, n, coverage;
} cr_span;

// Stores one pixel n times.
void cr_fill(uint32_t *_Nonnull dst, uint32_t pixel, ptrdiff_t n);
// Blends one colour over n pixels at one opacity, 0...255.
void cr_blend_solid(uint32_t *_Nonnull dst, uint32_t color, uint32_t alpha, ptrdiff_t n);
// Blends one colour over n pixels, its opacity 0...255 times a mask of n bytes.
void cr_blend_solid_mask(
    uint32_t *_Nonnull dst, uint32_t color, uint32_t alpha, const uint8_t *_Nonnull mask,
    ptrdiff_t n);
// Blends n pixels over n pixels at one opacity, 0...255.
void cr_blend_row(
    uint32_t *_Nonnull dst, const uint32_t *_Nonnull src, uint32_t alpha, ptrdiff_t n);
// Blends n pixels over n pixels, each at the opacity of its byte of the mask.
void cr_blend_row_mask(
    uint32_t *_Nonnull dst, const uint32_t *_Nonnull src, const uint8_t *_Nonnull mask,
    ptrdiff_t n);
// mask[i] = mask[i] * other[i] / 255, rounded.
void cr_multiply(uint8_t *_Nonnull mask, const uint8_t *_Nonnull other, ptrdiff_t n);
// mask[i] = value * other[i] / 255, rounded.
void cr_scale(uint8_t *_Nonnull mask, const uint8_t *_Nonnull other, uint32_t value, ptrdiff_t n);
// dst[i] = table[clamp((start + i * step) / 65536, 0, last)]; start and the end lie within 31 bits.
void cr_ramp(
    uint32_t *_Nonnull dst, const uint32_t *_Nonnull table, int32_t last, int32_t start,
    int32_t step, ptrdiff_t n);
// Rows y0 ..< y1 of cells for the columns x0 ..< x1, and a bit for each block of four cells.
//
// A row is `stride` cells, at least 8 more than columns, and `words` words of bits.
typedef struct {
  int32_t *_Nonnull cells;
  uint64_t *_Nonnull bits;
  int32_t stride, words, x0, y0, x1, y1;
} cr_band;

// Adds the signed area of edges to the cells: x0, y0, x1, y1 as four floats an edge, in pixels.
//
// What an edge leaves in a cell depends on the edge and the cell alone, never on the band.
void cr_accumulate(const cr_band *_Nonnull band, const void *_Nonnull edges, ptrdiff_t count);
// Turns one row of signed-area cells into spans, left to right, and clears cells and bits.
//
// cells: width + 8 or more areas, 65536 for a whole pixel, a multiple of 4; only blocks of 4 whose bit is set hold anything.
// bits: one bit a block. mask: as many bytes as cells. spans: room for width / 4 + 4.
// Returns the number of spans.
int cr_resolve(
    int32_t *_Nonnull cells, uint64_t *_Nonnull bits, int words, int width, int even_odd,
    uint8_t *_Nonnull mask, cr_span *_Nonnull spans);
