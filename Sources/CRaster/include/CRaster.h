// Kernels of the rasteriser, which use vector instructions.
// Pixels are 0xAARRGGBB, premultiplied; a solid colour is straight, with a separate opacity.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Part of one row: pixels x ..< x + n with one coverage 1...255, or -1 to use the mask row.
typedef struct {
  int32_t x, n, coverage;
} cr_span;

// Fills n columns of rows, `stride` pixels apart, with one pixel.
void cr_fill(
    uint32_t *_Nonnull dst, ptrdiff_t stride, uint32_t pixel, ptrdiff_t n, ptrdiff_t rows);
// Copies n columns of rows, with separate strides, in pixels.
void cr_copy(
    uint32_t *_Nonnull dst, ptrdiff_t stride, const uint32_t *_Nonnull src, ptrdiff_t src_stride,
    ptrdiff_t n, ptrdiff_t rows);
// Prefetches the memory of n columns of rows.
void cr_prefetch(
    const uint32_t *_Nonnull dst, ptrdiff_t stride, ptrdiff_t n, ptrdiff_t rows);
// Blends a column of premultiplied pixels over n columns of rows, one pixel per row.
void cr_blend_column(
    uint32_t *_Nonnull dst, ptrdiff_t stride, const uint32_t *_Nonnull src, ptrdiff_t n,
    ptrdiff_t rows);
// Blends a colour over n pixels with one opacity, 0...255.
void cr_blend_solid(uint32_t *_Nonnull dst, uint32_t color, uint32_t alpha, ptrdiff_t n);
// Blends a colour over n columns of rows, with an opacity 0...255 times a mask of n bytes per row,
// readable up to a multiple of 8.
void cr_blend_solid_mask(
    uint32_t *_Nonnull dst, ptrdiff_t stride, uint32_t color, uint32_t alpha,
    const uint8_t *_Nonnull mask, ptrdiff_t mask_stride, ptrdiff_t n, ptrdiff_t rows);
// Blends n pixels over n pixels with one opacity, 0...255.
void cr_blend_row(
    uint32_t *_Nonnull dst, const uint32_t *_Nonnull src, uint32_t alpha, ptrdiff_t n);
// Blends n pixels over n pixels, each with the opacity of its mask byte.
void cr_blend_row_mask(
    uint32_t *_Nonnull dst, const uint32_t *_Nonnull src, const uint8_t *_Nonnull mask,
    ptrdiff_t n);
// Blends pixels into the same spans, at least one, of several rows. src: each row's pixels, from
// the first span's first column on. mask: the coverage for spans of coverage -1, readable for 7
// bytes beyond each.
void cr_blend_rows_spans(
    uint32_t *_Nonnull dst, ptrdiff_t stride, const uint32_t *_Nullable const *_Nonnull src,
    ptrdiff_t rows, int is_opaque, const cr_span *_Nonnull spans, int count,
    const uint8_t *_Nonnull mask);
// mask[i] = mask[i] * other[i] / 255, rounded.
void cr_multiply(uint8_t *_Nonnull mask, const uint8_t *_Nonnull other, ptrdiff_t n);
// mask[i] = value * other[i] / 255, rounded.
void cr_scale(uint8_t *_Nonnull mask, const uint8_t *_Nonnull other, uint32_t value, ptrdiff_t n);
// An interval between two stops of a gradient: its fraction at a position is (position - offset) *
// scale + bias, clamped to 0...1.
//
// delta: the change of colour over the interval: blue, green, red, opacity.
typedef struct {
  float offset, scale, bias, delta[4];
} cr_stretch;

// A gradient's colours, straight, in 255ths: the first one, and the changes over one or more
// intervals.
typedef struct {
  const cr_stretch *_Nonnull stretches;
  int32_t count, is_opaque;
  float first[4];
} cr_colors;

// Computes the premultiplied colours of n pixels from column x on, at the positions start + column
// * step.
void cr_linear(
    uint32_t *_Nonnull dst, const cr_colors *_Nonnull colors, float start, float step, int32_t x,
    ptrdiff_t n);
// The same at the positions scale * sqrt((column - cx)^2 + square).
void cr_radial(
    uint32_t *_Nonnull dst, const cr_colors *_Nonnull colors, float cx, float square, float scale,
    int32_t x, ptrdiff_t n);
// Interpolates between two rows of an image: upper + (lower - upper) * share / 32768, share
// 0...32767, for n pixels, 1 or more.
//
// dst: n + 1 pixels of four channels in 128ths; the last one is repeated.
void cr_mix_rows(
    int16_t *_Nonnull dst, const uint32_t *_Nonnull upper, const uint32_t *_Nonnull lower,
    int32_t share, ptrdiff_t n);
// Interpolates pixels of such a row, each between column at[i] and the next; shares as above, each
// repeated four times.
void cr_mix_columns(
    uint32_t *_Nonnull dst, const int16_t *_Nonnull row, const int32_t *_Nonnull at,
    const int16_t *_Nonnull shares, ptrdiff_t n);
// Adds n pixels, times a weight, to sums of four channels each; the weights of all rows add up to
// 65536.
void cr_add_row(
    uint32_t *_Nonnull sums, const uint32_t *_Nonnull src, uint32_t weight, ptrdiff_t n);
// Computes pixels as weighted means of such sums' columns, from first[i] on, with the weights up to
// ends[i], which add up to 65536.
void cr_average_columns(
    uint32_t *_Nonnull dst, const uint32_t *_Nonnull sums, const int32_t *_Nonnull first,
    const int32_t *_Nonnull ends, const uint32_t *_Nonnull weights, ptrdiff_t n);
// Writes n bytes of coverage: 255 times the weighted sum of `count` rows, `stride` numbers apart;
// each is readable up to a multiple of 8 numbers.
void cr_weigh_rows(
    uint8_t *_Nonnull dst, const float *_Nonnull rows, ptrdiff_t stride,
    const float *_Nonnull weights, ptrdiff_t count, ptrdiff_t n);
// A circular arc: its inner vertices are at a distance of `outset` from the centre, its ends at
// `radius`.
typedef struct {
  double cx, cy, radius, outset;
  // The direction of the start, cosine and sine of a step, and the end point.
  double ux, uy, step_cos, step_sin, end_x, end_y;
  int32_t pieces;
} cr_arc;

// Writes the edge from a point to an arc's start and those along it: pieces + 1 edges of four
// floats, with room for three more.
void cr_add_arc(float *_Nonnull edges, cr_arc arc, double x, double y);
// Rows y0 ..< y1 of cells for the columns x0 ..< x1, and a bit for each block of eight cells.
//
// A row has `stride` cells, at least 16 more than columns, and `words` words of bits, enough for
// that many cells.
typedef struct {
  int32_t *_Nonnull cells;
  uint64_t *_Nonnull bits;
  int32_t stride, words, x0, y0, x1, y1;
} cr_band;

// Adds the signed areas of edges to the cells; an edge is four floats x0, y0, x1, y1, in pixels.
//
// An edge's area in a cell depends only on the edge and the cell, never on the band.
void cr_accumulate(
    const cr_band *_Nonnull band, const float *_Nonnull edges, ptrdiff_t count);
// Columns x0 ..< x1 of the rows y0 ..< y1, relative to the first pixel drawn.
//
// They will be covered by something opaque, so drawing there may be skipped.
typedef struct {
  int32_t x0, y0, x1, y1;
} cr_hole;

// The rows y0 ..< y1 of a band to draw.
//
// Each row y of a folded band also stands for its mirror image, fold - y; both are drawn if they
// are in this range.
typedef struct {
  int32_t y0, y1, fold, is_folded;
} cr_rows;

// What to blend: a colour with an opacity 1...255 or, if `rows` is not null, the pixels of each
// drawn row, from the band's first column on.
typedef struct {
  uint32_t color, alpha;
  const uint32_t *_Nullable const *_Nullable rows;
  int32_t is_opaque;
} cr_ink;

// Sums all cells of a band to coverage and blends with it; clears cells and bits.
//
// dst: the pixel of the band's first column and of rows.y0, rows `stride` pixels apart; the hole is
// relative to it, and is used only for a single colour. rows: must contain a band that is not
// folded.
void cr_sweep(
    const cr_band *_Nonnull band, int even_odd, cr_rows rows, uint32_t *_Nonnull dst,
    ptrdiff_t stride, const cr_ink *_Nonnull ink, cr_hole hole);
// Blends a colour between two edges that cross all of the rows y0 ..< y1, one upwards and one
// downwards, with the same coverage as `cr_accumulate` and `cr_sweep`.
//
// There must be more than three rows. In each row, the edges and their interior must touch at most
// seven columns, and neither edge may cross three columns or more. dst: column x0 of row y0; in
// each row, eight pixels are read and written, from the first one touched on. alpha: 1...255.
void cr_blend_thin(
    const float *_Nonnull edges, int32_t x0, int32_t y0, int32_t y1, uint32_t *_Nonnull dst,
    ptrdiff_t stride, uint32_t color, uint32_t alpha);
// Blends a colour with the same spans into several rows.
//
// mask: the coverage for spans of coverage -1, readable for 7 bytes beyond each. alpha: 1...255.
void cr_blend_spans(
    const cr_span *_Nonnull spans, int count, const uint8_t *_Nonnull mask,
    uint32_t *_Nonnull dst, ptrdiff_t stride, ptrdiff_t rows, uint32_t color, uint32_t alpha,
    cr_hole hole);
// Converts a row of signed-area cells to spans, left to right, and clears cells and bits.
//
// cells: width + 16 or more areas, a multiple of 8; 65536 is a whole pixel, and only blocks of 8
// whose bit is set have content. bits: one per block. mask: as many bytes as cells. spans: room for
// width / 8 + 4. Returns the number of spans.
int cr_resolve(
    int32_t *_Nonnull cells, uint64_t *_Nonnull bits, int words, int width, int even_odd,
    uint8_t *_Nonnull mask, cr_span *_Nonnull spans);

// Returns free memory to the system, which the allocator would otherwise keep, even large buffers
// once one has been freed.
void cr_trim_memory(void);

// Makes the allocator, in the whole process, return blocks of 128 KiB and more to the system when
// freed, and use one heap for all threads started afterwards.
void cr_keep_memory_compact(void);

// Threads that share work with the calling thread, and sleep in between.
typedef struct cr_pool cr_pool;

// Starts this many threads, or as many as possible; null if out of memory.
cr_pool *_Nullable cr_pool_create(int threads);
// Calls `work` with each index below `count`, on any of the threads and on this one, and returns
// when all calls have finished.
void cr_pool_run(
    cr_pool *_Nonnull pool, int count, void (*_Nonnull work)(void *_Nullable context, int index),
    void *_Nullable context);
void cr_pool_destroy(cr_pool *_Nonnull pool);
// The number of processor cores available to this program, at least 1.
int cr_core_count(void);

// The kernels of one processor level. The functions above choose the best level automatically; this
// is for comparing levels.
typedef struct {
  __typeof__(cr_fill) *_Nonnull fill;
  __typeof__(cr_blend_column) *_Nonnull blend_column;
  __typeof__(cr_blend_solid) *_Nonnull blend_solid;
  __typeof__(cr_blend_solid_mask) *_Nonnull blend_solid_mask;
  __typeof__(cr_blend_row) *_Nonnull blend_row;
  __typeof__(cr_blend_row_mask) *_Nonnull blend_row_mask;
  __typeof__(cr_blend_rows_spans) *_Nonnull blend_rows_spans;
  __typeof__(cr_multiply) *_Nonnull multiply;
  __typeof__(cr_scale) *_Nonnull scale;
  __typeof__(cr_linear) *_Nonnull linear;
  __typeof__(cr_radial) *_Nonnull radial;
  __typeof__(cr_mix_rows) *_Nonnull mix_rows;
  __typeof__(cr_mix_columns) *_Nonnull mix_columns;
  __typeof__(cr_add_row) *_Nonnull add_row;
  __typeof__(cr_average_columns) *_Nonnull average_columns;
  __typeof__(cr_weigh_rows) *_Nonnull weigh_rows;
  __typeof__(cr_add_arc) *_Nonnull add_arc;
  __typeof__(cr_accumulate) *_Nonnull accumulate;
  __typeof__(cr_sweep) *_Nonnull sweep;
  __typeof__(cr_blend_thin) *_Nonnull blend_thin;
  __typeof__(cr_blend_spans) *_Nonnull blend_spans;
  __typeof__(cr_resolve) *_Nonnull resolve;
} cr_kernels;

// The kernels for every processor of the architecture.
extern const cr_kernels cr_baseline;
// The kernels for AVX2, or null if this processor does not support it.
const cr_kernels *_Nullable cr_avx2(void);
