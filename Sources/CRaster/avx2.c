// The kernels for x86-64 processors with AVX2.
#if defined(__x86_64__)
#include <immintrin.h>

#define CR_AVX2
#pragma clang attribute push(__attribute__((target("avx2,bmi"))), apply_to = function)
#define LEVEL(name) cr_##name##_avx2
#include "lanes.h"
#include "arcs.h"
#include "cells.h"
#include "runs.h"
#include "rows.h"
#include "sweep.h"
#include "thin.h"
#include "gradients.h"
#include "images.h"
#include "shadows.h"
#pragma clang attribute pop
#endif
