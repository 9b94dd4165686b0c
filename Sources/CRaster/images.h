// Images: interpolated between two rows, between two columns, and averaged over areas.
//
// Between the two interpolation steps, channels have seven fractional bits.

typedef int16_t v16s __attribute__((vector_size(32)));
typedef int32_t v16i __attribute__((vector_size(64)));
typedef uint8_t v16b __attribute__((vector_size(16)));
typedef uint32_t v4u __attribute__((vector_size(16)));

// a + (b - a) * share / 32768, rounded.
INLINE v16s mixed_v16(v16s a, v16s b, v16s share) {
#if defined(CR_AVX2)
  return a + (v16s)_mm256_mulhrs_epi16((__m256i)(b - a), (__m256i)share);
#else
  v16i product = __builtin_convertvector(b - a, v16i) * __builtin_convertvector(share, v16i);
  return a + __builtin_convertvector((product + 0x4000) >> 15, v16s);
#endif
}

INLINE v16s four_pixels(const uint32_t *p) {
  v16b bytes;
  memcpy(&bytes, p, sizeof bytes);
  return __builtin_convertvector(bytes, v16s) << 7;
}

void LEVEL(mix_rows)(
    int16_t *dst, const uint32_t *upper, const uint32_t *lower, int32_t share, ptrdiff_t n) {
  v16s shares = (v16s){} + (int16_t)share;
  ptrdiff_t i = 0;
  for (; i + 4 <= n; i += 4) {
    v16s mixed = mixed_v16(four_pixels(upper + i), four_pixels(lower + i), shares);
    memcpy(dst + 4 * i, &mixed, sizeof mixed);
  }
  if (i < n) {
    uint32_t above[4] = {0}, below[4] = {0};
    memcpy(above, upper + i, (size_t)(n - i) * 4);
    memcpy(below, lower + i, (size_t)(n - i) * 4);
    v16s mixed = mixed_v16(four_pixels(above), four_pixels(below), shares);
    memcpy(dst + 4 * i, &mixed, (size_t)(n - i) * 8);
  }
  // Repeat the last pixel.
  memcpy(dst + 4 * n, dst + 4 * (n - 1), 8);
}

typedef int64_t v2l __attribute__((vector_size(16)));
typedef int64_t v4l __attribute__((vector_size(32)));

INLINE v2l two_pixels(const int16_t *p) {
  v2l v;
  memcpy(&v, p, sizeof v);
  return v;
}

// Four pixels, each interpolated between its column and the next.
INLINE v16s four_columns(const int16_t *row, const int32_t *at, const int16_t *shares) {
  v2l a = two_pixels(row + 4 * (ptrdiff_t)at[0]), b = two_pixels(row + 4 * (ptrdiff_t)at[1]);
  v2l c = two_pixels(row + 4 * (ptrdiff_t)at[2]), d = two_pixels(row + 4 * (ptrdiff_t)at[3]);
  v4l first = __builtin_shufflevector(a, c, 0, 1, 2, 3), other = __builtin_shufflevector(b, d, 0, 1, 2, 3);
  v4l left = __builtin_shufflevector(first, other, 0, 4, 2, 6);
  v4l right = __builtin_shufflevector(first, other, 1, 5, 3, 7);
  v16s share;
  memcpy(&share, shares, sizeof share);
  return (mixed_v16((v16s)left, (v16s)right, share) + 64) >> 7;
}

void LEVEL(mix_columns)(
    uint32_t *dst, const int16_t *row, const int32_t *at, const int16_t *shares, ptrdiff_t n) {
  for (; n >= 4; n -= 4, dst += 4, at += 4, shares += 16) {
    v16b bytes = __builtin_convertvector(four_columns(row, at, shares), v16b);
    memcpy(dst, &bytes, sizeof bytes);
  }
  if (n > 0) {
    int32_t some[4] = {0};
    int16_t share[16] = {0};
    memcpy(some, at, (size_t)n * 4);
    memcpy(share, shares, (size_t)n * 8);
    v16b bytes = __builtin_convertvector(four_columns(row, some, share), v16b);
    memcpy(dst, &bytes, (size_t)n * 4);
  }
}

void LEVEL(add_row)(uint32_t *sums, const uint32_t *src, uint32_t weight, ptrdiff_t n) {
  ptrdiff_t i = 0;
  for (; i + 2 <= n; i += 2, sums += 8) {
    v8u sum = load_v8u(sums) + load_bytes((const uint8_t *)(src + i)) * weight;
    store_v8u(sums, sum);
  }
  for (int c = 0; i < n && c < 4; c++) sums[c] += (src[i] >> (8 * c) & 255) * weight;
}

void LEVEL(average_columns)(
    uint32_t *dst, const uint32_t *sums, const int32_t *first, const int32_t *ends,
    const uint32_t *weights, ptrdiff_t n) {
  for (ptrdiff_t i = 0; i < n; i++) {
    v4u sum = {1 << 23, 1 << 23, 1 << 23, 1 << 23};
    const uint32_t *column = sums + 4 * (ptrdiff_t)first[i];
    for (int32_t w = i ? ends[i - 1] : 0; w < ends[i]; w++, column += 4) {
      v4u value;
      memcpy(&value, column, sizeof value);
      sum += ((value + 128) >> 8) * weights[w];
    }
    sum >>= 24;
    dst[i] = sum[0] | sum[1] << 8 | sum[2] << 16 | sum[3] << 24;
  }
}
