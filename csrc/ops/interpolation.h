/* ops/interpolation.h: what the expressions of polydat/nodes/interpolation.py call. */
#ifndef PD_OPS_INTERPOLATION_H
#define PD_OPS_INTERPOLATION_H

#include <math.h>

#include "polydat.h"
#include "runtime/cast.h"

#endif /* PD_OPS_INTERPOLATION_H */
