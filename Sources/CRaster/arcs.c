#include "CRaster.h"

void cr_add_arc(float *edges, cr_arc arc, double x, double y) {
  float from_x = (float)x, from_y = (float)y;
  double ux = arc.ux, uy = arc.uy, reach = arc.radius;
  for (int32_t i = 0; i <= arc.pieces; i++, edges += 4) {
    double at_x = arc.cx + reach * ux, at_y = arc.cy + reach * uy;
    float to_x = (float)(i < arc.pieces ? at_x : arc.end_x);
    float to_y = (float)(i < arc.pieces ? at_y : arc.end_y);
    edges[0] = from_x;
    edges[1] = from_y;
    edges[2] = to_x;
    edges[3] = to_y;
    from_x = to_x;
    from_y = to_y;
    double turned = ux * arc.step_cos - uy * arc.step_sin;
    uy = uy * arc.step_cos + ux * arc.step_sin;
    ux = turned;
    reach = arc.outset;
  }
}
