// Kernels of the rasteriser: what the vector units do better than one pixel at a time.
// Pixels are 0xAARRGGBB, premultiplied; a solid colour is straight, and its opacity is apart.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Part of one row: pixels x ..< x + n at one coverage 1...255, or -1 where the mask row tells.
typedef struct {
  int32_t x, n, coverage;
} cr_span;

// Stores one pixel in n columns of rows, `stride` pixels apart.
void cr_fill(
    uint32_t *_Nonnull dst, ptrdiff_t stride, uint32_t pixel, ptrdiff_t n, ptrdiff_t rows);
// Copies n columns of rows, each side with a stride of its own, in pixels.
void cr_copy(
    uint32_t *_Nonnull dst, ptrdiff_t stride, const uint32_t *_Nonnull src, ptrdiff_t src_stride,
    ptrdiff_t n, ptrdiff_t rows);
// Asks for the memory of n columns of rows, which will be needed soon.
void cr_prefetch(
    const uint32_t *_Nonnull dst, ptrdiff_t stride, ptrdiff_t n, ptrdiff_t rows);
// Blends one colour over n pixels at one opacity, 0...255.
void cr_blend_solid(uint32_t *_Nonnull dst, uint32_t color, uint32_t alpha, ptrdiff_t n);
// Blends one colour over n columns of rows, its opacity 0...255 times a mask of n bytes a row,
// readable up to a multiple of 8.
void cr_blend_solid_mask(
    uint32_t *_Nonnull dst, ptrdiff_t stride, uint32_t color, uint32_t alpha,
    const uint8_t *_Nonnull mask, ptrdiff_t mask_stride, ptrdiff_t n, ptrdiff_t rows);
// Blends n pixels over n pixels at one opacity, 0...255.
void cr_blend_row(
    uint32_t *_Nonnull dst, const uint32_t *_Nonnull src, uint32_t alpha, ptrdiff_t n);
// Blends n pixels over n pixels, each at the opacity of its byte of the mask.
void cr_blend_row_mask(
    uint32_t *_Nonnull dst, const uint32_t *_Nonnull src, const uint8_t *_Nonnull mask,
    ptrdiff_t n);
// Blends pixels into the same spans, one or more, of rows. src: each row's pixels, from the first
// span's first column on. mask: what spans of coverage -1 refer to, readable for 7 bytes past each.
void cr_blend_rows_spans(
    uint32_t *_Nonnull dst, ptrdiff_t stride, const uint32_t *_Nullable const *_Nonnull src,
    ptrdiff_t rows, int is_opaque, const cr_span *_Nonnull spans, int count,
    const uint8_t *_Nonnull mask);
// mask[i] = mask[i] * other[i] / 255, rounded.
void cr_multiply(uint8_t *_Nonnull mask, const uint8_t *_Nonnull other, ptrdiff_t n);
// mask[i] = value * other[i] / 255, rounded.
void cr_scale(uint8_t *_Nonnull mask, const uint8_t *_Nonnull other, uint32_t value, ptrdiff_t n);
// A stretch between two stops of a gradient: at a place it is (place - offset) * scale + bias of
// the way, held to 0...1.
//
// delta: what the colour changes by on the way: blue, green, red, opacity.
typedef struct {
  float offset, scale, bias, delta[4];
} cr_stretch;

// A gradient's colours, straight, in 255ths: the first, and what each of one or more stretches adds
// to it.
typedef struct {
  const cr_stretch *_Nonnull stretches;
  int32_t count, is_opaque;
  float first[4];
} cr_colors;

// The premultiplied colours of n pixels from column x on, at the places start + column * step.
void cr_linear(
    uint32_t *_Nonnull dst, const cr_colors *_Nonnull colors, float start, float step, int32_t x,
    ptrdiff_t n);
// The same at the places scale * sqrt((column - cx)^2 + square).
void cr_radial(
    uint32_t *_Nonnull dst, const cr_colors *_Nonnull colors, float cx, float square, float scale,
    int32_t x, ptrdiff_t n);
// A row between two of an image: upper + (lower - upper) * share / 32768, share 0...32767, for n
// pixels, 1 or more.
//
// dst: n + 1 pixels of four channels in 128ths; the last stands once more behind the others.
void cr_mix_rows(
    int16_t *_Nonnull dst, const uint32_t *_Nonnull upper, const uint32_t *_Nonnull lower,
    int32_t share, ptrdiff_t n);
// Pixels of such a row, each between column at[i] and the next; shares as above, each four times.
void cr_mix_columns(
    uint32_t *_Nonnull dst, const int16_t *_Nonnull row, const int32_t *_Nonnull at,
    const int16_t *_Nonnull shares, ptrdiff_t n);
// Adds n pixels to sums of four channels each, times a weight, 65536 in all.
void cr_add_row(
    uint32_t *_Nonnull sums, const uint32_t *_Nonnull src, uint32_t weight, ptrdiff_t n);
// Pixels that are means of such sums' columns, from first[i] on, with the weights up to ends[i],
// 65536 in all.
void cr_average_columns(
    uint32_t *_Nonnull dst, const uint32_t *_Nonnull sums, const int32_t *_Nonnull first,
    const int32_t *_Nonnull ends, const uint32_t *_Nonnull weights, ptrdiff_t n);
// n bytes of coverage: 255 times the weighted sum of `count` rows, `stride` numbers apart; each is
// readable up to a multiple of 8 numbers.
void cr_weigh_rows(
    uint8_t *_Nonnull dst, const float *_Nonnull rows, ptrdiff_t stride,
    const float *_Nonnull weights, ptrdiff_t count, ptrdiff_t n);
// A circular arc: its inner vertices lie `outset` from the centre, its ends `radius`.
typedef struct {
  double cx, cy, radius, outset;
  // Direction of the start, cosine and sine of a step, and the end.
  double ux, uy, step_cos, step_sin, end_x, end_y;
  int32_t pieces;
} cr_arc;

// Writes the edge from a point to an arc's start and those along it: pieces + 1 edges of four
// floats, with room for three more.
void cr_add_arc(float *_Nonnull edges, cr_arc arc, double x, double y);
// Rows y0 ..< y1 of cells for the columns x0 ..< x1, and a bit for each block of eight cells.
//
// A row is `stride` cells, at least 16 more than columns, and `words` words of bits, enough for as
// many.
typedef struct {
  int32_t *_Nonnull cells;
  uint64_t *_Nonnull bits;
  int32_t stride, words, x0, y0, x1, y1;
} cr_band;

// Adds the signed area of edges to the cells: x0, y0, x1, y1 as four floats an edge, in pixels.
//
// What an edge leaves in a cell depends on the edge and the cell alone, never on the band.
void cr_accumulate(
    const cr_band *_Nonnull band, const float *_Nonnull edges, ptrdiff_t count);
// Columns x0 ..< x1 of the rows y0 ..< y1, counted from the pixel drawing starts at.
//
// Something opaque will cover them: what is drawn there may be left out.
typedef struct {
  int32_t x0, y0, x1, y1;
} cr_hole;

// The rows y0 ..< y1 that are drawn of a band's.
//
// A folded band stands for two rows each: its own, y, and the one that mirrors it, fold - y; both
// are drawn where they are among these.
typedef struct {
  int32_t y0, y1, fold, is_folded;
} cr_rows;

// What is blended: one colour at an opacity 1...255, or, where `rows` is not null, the pixels of
// each row that is drawn, from the band's first column on.
typedef struct {
  uint32_t color, alpha;
  const uint32_t *_Nullable const *_Nullable rows;
  int32_t is_opaque;
} cr_ink;

// Sums all cells of a band into coverage and blends by it; clears cells and bits.
//
// dst: the pixel of the band's first column and of rows.y0, rows `stride` pixels apart; the hole
// counts from it, and is of use for one colour only. rows: a band that is not folded lies within.
void cr_sweep(
    const cr_band *_Nonnull band, int even_odd, cr_rows rows, uint32_t *_Nonnull dst,
    ptrdiff_t stride, const cr_ink *_Nonnull ink, cr_hole hole);
// Blends one colour between two edges that cross all of the rows y0 ..< y1, one upwards and one
// downwards, by the same coverage as `cr_accumulate` and `cr_sweep`.
//
// There are more than three rows. In none do the edges and what lies between them touch more than
// seven columns, or does one of them go three columns sideways. dst: column x0 of row y0; of each
// row eight pixels are read and written, from the first that is touched on. alpha: 1...255.
void cr_blend_thin(
    const float *_Nonnull edges, int32_t x0, int32_t y0, int32_t y1, uint32_t *_Nonnull dst,
    ptrdiff_t stride, uint32_t color, uint32_t alpha);
// Blends one colour by the same spans into `rows` rows.
//
// mask: what spans of coverage -1 refer to, readable for 7 bytes past each. alpha: 1...255.
void cr_blend_spans(
    const cr_span *_Nonnull spans, int count, const uint8_t *_Nonnull mask,
    uint32_t *_Nonnull dst, ptrdiff_t stride, ptrdiff_t rows, uint32_t color, uint32_t alpha,
    cr_hole hole);
// Turns one row of signed-area cells into spans, left to right, and clears cells and bits.
//
// cells: width + 16 or more areas, 65536 for a whole pixel, a multiple of 8; only blocks of 8 whose
// bit is set hold anything. bits: one bit a block. mask: as many bytes as cells. spans: room for
// width / 8 + 4. Returns the number of spans.
int cr_resolve(
    int32_t *_Nonnull cells, uint64_t *_Nonnull bits, int words, int width, int even_odd,
    uint8_t *_Nonnull mask, cr_span *_Nonnull spans);

// Gives free memory back to the system, which the allocator would keep: even large buffers, once
// one has been freed.
void cr_trim_memory(void);

// From now on blocks of 128 KiB and more go back to the system as soon as they are freed, and
// threads that begin share one heap, in the whole process.
void cr_keep_memory_compact(void);

// Threads that do parts of a piece of work beside the one that asks for it, and sleep until they
// are asked.
typedef struct cr_pool cr_pool;

// Starts so many threads, or as many as there can be; null where there is no memory.
cr_pool *_Nullable cr_pool_create(int threads);
// Calls `work` with each index below `count`, on any of the threads and on this one, and returns
// when all is done.
void cr_pool_run(
    cr_pool *_Nonnull pool, int count, void (*_Nonnull work)(void *_Nullable context, int index),
    void *_Nullable context);
// Ends the threads.
void cr_pool_destroy(cr_pool *_Nonnull pool);
// How many processor cores this program may use, at least 1.
int cr_core_count(void);

// The kernels of one level of processors. Those above choose the best level by themselves; this is
// for comparing them.
typedef struct {
  __typeof__(cr_fill) *_Nonnull fill;
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

// Those that every processor of the kind runs.
extern const cr_kernels cr_baseline;
// Those for AVX2, or null where this processor has none.
const cr_kernels *_Nullable cr_avx2(void);
