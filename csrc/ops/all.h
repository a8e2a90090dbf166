/* ops/all.h: every operation. */
#ifndef PD_OPS_ALL_H
#define PD_OPS_ALL_H

#include "maths/exponential.h"
#include "maths/inverse_trigonometric.h"
#include "maths/logarithm.h"
#include "maths/power.h"
#include "maths/roots.h"
#include "maths/trigonometric.h"
#include "ops/adapters.h"
#include "ops/adapters_bytes.h"
#include "ops/adapters_text.h"
#include "ops/arithmetic.h"
#include "ops/assertions.h"
#include "ops/bitwise.h"
#include "ops/compare.h"
#include "ops/constants.h"
#include "ops/distributions.h"
#include "ops/explicit.h"
#include "ops/hashing.h"
#include "ops/interpolation.h"
#include "ops/maths.h"
#include "ops/noise.h"
#include "ops/nulls.h"
#include "ops/permutation.h"
#include "ops/probability.h"
#include "ops/registers.h"
#include "ops/rounding.h"
#include "ops/samplers.h"
#include "ops/weighted.h"

#endif /* PD_OPS_ALL_H */
