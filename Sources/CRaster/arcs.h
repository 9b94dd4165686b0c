// Circular arcs as edges.

typedef double v4d __attribute__((vector_size(32)));
typedef float v4f __attribute__((vector_size(16)));

// Four vertices at a time, because each rotation depends on the previous one.
void LEVEL(add_arc)(float *edges, cr_arc arc, double x, double y) {
  float from_x = (float)(arc.cx + arc.radius * arc.ux), from_y = (float)(arc.cy + arc.radius * arc.uy);
  v4f last = {(float)x, (float)y, from_x, from_y};
  memcpy(edges, &last, sizeof last);
  edges += 4;
  if (arc.pieces > 1) {
    double c = arc.step_cos, s = arc.step_sin, c2 = c * c - s * s, s2 = 2 * c * s;
    double c4 = c2 * c2 - s2 * s2, s4 = 2 * c2 * s2;
    v4d step_cos = {c, c2, c2 * c - s2 * s, c4}, step_sin = {s, s2, s2 * c + c2 * s, s4};
    v4d ux = arc.ux * step_cos - arc.uy * step_sin, uy = arc.uy * step_cos + arc.ux * step_sin;
    for (int32_t i = 1; i < arc.pieces; i += 4, edges += 16) {
      v4f px = __builtin_convertvector(arc.cx + arc.outset * ux, v4f);
      v4f py = __builtin_convertvector(arc.cy + arc.outset * uy, v4f);
      v4f first = __builtin_shufflevector(px, py, 0, 4, 1, 5);
      v4f second = __builtin_shufflevector(px, py, 2, 6, 3, 7);
      v4f four[4] = {
          __builtin_shufflevector(last, first, 2, 3, 4, 5), first,
          __builtin_shufflevector(first, second, 2, 3, 4, 5), second};
      memcpy(edges, four, sizeof four);
      last = second;
      v4d turned = ux * c4 - uy * s4;
      uy = uy * c4 + ux * s4;
      ux = turned;
    }
    // Step back to the first edge after the last inner vertex.
    edges -= 4 * (3 - (arc.pieces - 2) % 4);
    from_x = edges[-2];
    from_y = edges[-1];
  }
  v4f end = {from_x, from_y, (float)arc.end_x, (float)arc.end_y};
  memcpy(edges, &end, sizeof end);
}
