#define _GNU_SOURCE
#include "CLaws.h"

#include <math.h>

CLState cl_spring(const CLSpring *spring, double time) {
  double sine, cosine, fade = exp(-spring->decay * time);
  sincos(spring->frequency * time, &sine, &cosine);
  double even = fade * cosine, odd = fade * (sine / spring->frequency);
  return (CLState){
      spring->target + spring->offset * even + (spring->speed + spring->decay * spring->offset) * odd,
      spring->speed * even - (spring->squared_frequency * spring->offset + spring->decay * spring->speed) * odd};
}

CLState cl_decay(const CLDecay *decay, double time) {
  double fade = exp(-decay->decay * time);
  return (CLState){decay->start + decay->speed / decay->decay * (1 - fade), decay->speed * fade};
}
