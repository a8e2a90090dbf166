/* ops/rounding.h: round numbers.  Declarations: polydat/nodes/rounding.py.
 *
 * The functions pd_round_ want a positive finite number.
 */
#ifndef PD_OPS_ROUNDING_H
#define PD_OPS_ROUNDING_H

#include <math.h>

#include "maths/logarithm.h"
#include "polydat.h"
#include "runtime/cast.h"

static inline int pd_is_positive(double x)
{
    return x > 0 && x <= 0x1.fffffffffffffp+1023;
}

/* A power by squaring, its multiplications in the order of the reference. */
static inline double pd_whole_power(double base, int32_t exponent)
{
    uint32_t left = exponent < 0 ? 0 - (uint32_t)exponent : (uint32_t)exponent;
    double result = 1.0;
    for (;;) {
        if (left & 1)
            result *= base;
        left >>= 1;
        if (left == 0)
            break;
        base *= base;
    }
    return exponent < 0 ? 1.0 / result : result;
}

/* The greatest power that is not above x; `log` is the logarithm of x to the base. */
static inline double pd_power_below(double x, double base, double log)
{
    const int32_t exponent = pd_to_i32(floor(log));
    const double power = pd_whole_power(base, exponent);
    if (power > x)
        return pd_whole_power(base, exponent - 1);
    if (power * base <= x)
        return pd_whole_power(base, exponent + 1);
    return power;
}

static inline double pd_nearer(double x, double low, double high)
{
    return fabs(high - x) < fabs(x - low) ? high : low;
}

static inline double pd_round_floor_base10(double x)
{
    return pd_power_below(x, 10.0, pd_log10(x));
}

static inline double pd_round_ceiling_base10(double x)
{
    const double low = pd_round_floor_base10(x);
    return low == x ? low : low * 10.0;
}

static inline double pd_round_closest_base10(double x)
{
    const double low = pd_round_floor_base10(x);
    return pd_nearer(x, low, low == x ? low : low * 10.0);
}

static inline double pd_round_floor_decade(double x)
{
    const double unit = pd_round_floor_base10(x);
    return floor(x / unit) * unit;
}

static inline double pd_round_ceiling_decade(double x)
{
    const double unit = pd_round_floor_base10(x);
    return ceil(x / unit) * unit;
}

static inline double pd_round_closest_decade(double x)
{
    const double unit = pd_round_floor_base10(x);
    return pd_round_away(x / unit) * unit;
}

static inline double pd_round_floor_binomial(double x)
{
    return pd_power_below(x, 2.0, pd_log2(x));
}

static inline double pd_round_ceiling_binomial(double x)
{
    const double low = pd_round_floor_binomial(x);
    return low == x ? low : low * 2.0;
}

static inline double pd_round_closest_binomial(double x)
{
    const double low = pd_round_floor_binomial(x);
    return pd_nearer(x, low, low == x ? low : low * 2.0);
}

static inline double pd_round_floor_fibonacci(double x)
{
    double low = 1.0, high = 2.0;
    if (x < 1.0)
        return 0.0;
    while (high <= x) { /* what comes after the last finite sum is infinite: above x */
        const double next = low + high;
        low = high;
        high = next;
    }
    return low;
}

static inline double pd_round_ceiling_fibonacci(double x)
{
    double low = 1.0, high = 2.0;
    while (low < x) {
        const double next = low + high;
        low = high;
        high = next;
    }
    return low;
}

static inline double pd_round_closest_fibonacci(double x)
{
    return pd_nearer(x, pd_round_floor_fibonacci(x), pd_round_ceiling_fibonacci(x));
}

#endif /* PD_OPS_ROUNDING_H */
