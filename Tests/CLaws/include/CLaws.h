// The closed forms of two of the engine's laws in C, for comparing their speed.
#ifndef CLAWS_H
#define CLAWS_H

typedef struct {
  double value, velocity;
} CLState;

// An underdamped spring: decay β, angular frequency ω, ω0², offset and speed at 0, and target.
typedef struct {
  double decay, frequency, squared_frequency, offset, speed, target;
} CLSpring;

// A deceleration: start, velocity at 0 and decay k.
typedef struct {
  double start, speed, decay;
} CLDecay;

CLState cl_spring(const CLSpring *_Nonnull spring, double time);
CLState cl_decay(const CLDecay *_Nonnull decay, double time);

#endif
