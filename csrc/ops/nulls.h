/* ops/nulls.h: what decides whether a value is there.  Declarations: polydat/nodes/nulls.py. */
#ifndef PD_OPS_NULLS_H
#define PD_OPS_NULLS_H

#include "ops/hashing.h"

#endif /* PD_OPS_NULLS_H */
