// Coverage of blurred shapes.

// dst[i] = 255 times the weighted sum of number i of `count` rows, rounded and clamped to 0...255.
void LEVEL(weigh_rows)(
    uint8_t *dst, const float *rows, ptrdiff_t stride, const float *weights, ptrdiff_t count,
    ptrdiff_t n) {
  for (; n > 0; n -= 8, dst += 8, rows += 8) {
    v8f sum = {};
    for (ptrdiff_t row = 0; row < count; row++) sum += load_v8f(rows + row * stride) * weights[row];
    v8i coverage = __builtin_convertvector(held_v8(sum * 255 + 0.5f, 0, 255), v8i);
    v8b bytes = __builtin_convertvector(coverage, v8b);
    memcpy(dst, &bytes, n < 8 ? (size_t)n : 8);
  }
}
