// The closed forms of two of the engine's laws as C writes them: what the engine's own are timed
// beside.
#ifndef CLAWS_H
#define CLAWS_H

typedef struct {
  double value, velocity;
} CLState;

// An underdamped spring: decay β, angular frequency ω, offset and speed at 0, and ω0², about a
// target.
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
