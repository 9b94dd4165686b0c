// The kernels for every processor of the architecture.
#define LEVEL(name) cr_##name##_baseline
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
