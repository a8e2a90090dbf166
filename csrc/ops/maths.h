/* ops/maths.h: arithmetic of f64.  Declarations: polydat/nodes/maths.py. */
#ifndef PD_OPS_MATHS_H
#define PD_OPS_MATHS_H

#include <math.h>

#include "polydat.h"

/* fmod is exact, so that every libm gives the same bits. */
static inline double pd_f64_mod(double a, double b)
{
    return b == 0 ? 0.0 : fmod(a, b);
}

#endif /* PD_OPS_MATHS_H */
