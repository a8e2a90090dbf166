/* ops/samplers.h: distributions by exact inversion.  Declarations: polydat/nodes/samplers.py. */
#ifndef PD_OPS_SAMPLERS_H
#define PD_OPS_SAMPLERS_H

#include "maths/exponential.h"
#include "maths/logarithm.h"
#include "maths/power.h"
#include "polydat.h"
#include "runtime/cast.h"

/* `table`: the first value, then ascending cumulative shares that end in 1.0.  The first
 * whose share is above a probability, by halving; NaN is above nothing. */
static inline uint64_t pd_shares(double input, const uint64_t *table, size_t words)
{
    const uint64_t *const shares = table + 1;
    size_t at = 0;
    size_t left = words - 2; /* the last is the answer where none before it is above */
    while (left > 0) {
        const size_t half = left / 2 + left % 2;
        at += pd_f64(shares[at + half - 1]) <= input ? half : 0;
        left -= half;
    }
    return table[0] + at;
}

/* A probability whose value is finite; NaN stays. */
static inline double pd_open_share(double input, double least)
{
    return pd_clamp_to(input, least, 1.0 - 0x1p-53);
}

static inline uint64_t pd_geometric(double input, double p)
{
    if (p == 1.0)
        return 0;
    return pd_to_u64(pd_log1p(-pd_open_share(input, 0.0)) / pd_log1p(-p));
}

/* Wichura (1988), AS 241, PPND16: a quotient of two polynomials of degree 7, the lowest
 * power first. */
static inline double pd_ratio(const double above[8], const double below[8], double x)
{
    double upper = above[7];
    double lower = below[7];
    for (int power = 6; power >= 0; power--) {
        upper = upper * x + above[power];
        lower = lower * x + below[power];
    }
    return upper / lower;
}

static const double pd_normal_middle_above[8] = {
    3.3871328727963665,
    133.14166789178438,
    1971.5909503065513,
    13731.69376550946,
    45921.95393154987,
    67265.7709270087,
    33430.57558358813,
    2509.0809287301227,
};
static const double pd_normal_middle_below[8] = {
    1.0,
    42.31333070160091,
    687.1870074920579,
    5394.196021424751,
    21213.794301586597,
    39307.89580009271,
    28729.085735721943,
    5226.495278852854,
};
static const double pd_normal_tail_above[8] = {
    1.4234371107496835,
    4.630337846156546,
    5.769497221460691,
    3.6478483247632045,
    1.2704582524523684,
    0.2417807251774506,
    0.022723844989269184,
    0.0007745450142783414,
};
static const double pd_normal_tail_below[8] = {
    1.0,
    2.053191626637759,
    1.6763848301838038,
    0.6897673349851,
    0.14810397642748008,
    0.015198666563616457,
    0.0005475938084995345,
    1.0507500716444169e-09,
};
static const double pd_normal_far_above[8] = {
    6.657904643501103,
    5.463784911164114,
    1.7848265399172913,
    0.29656057182850487,
    0.026532189526576124,
    0.0012426609473880784,
    2.7115555687434876e-05,
    2.0103343992922881e-07,
};
static const double pd_normal_far_below[8] = {
    1.0,
    0.599832206555888,
    0.1369298809227358,
    0.014875361290850615,
    0.0007868691311456133,
    1.8463183175100548e-05,
    1.421511758316446e-07,
    2.0442631033899397e-15,
};

/* Requires: 0 < p < 1, or NaN. */
static inline double pd_normal_quantile(double p)
{
    const double centred = p - 0.5;
    if (fabs(centred) <= 0.425) {
        const double r = 0.180625 - centred * centred;
        double upper = pd_normal_middle_above[7];
        double lower = pd_normal_middle_below[7];
        for (int power = 6; power >= 0; power--) {
            upper = upper * r + pd_normal_middle_above[power];
            lower = lower * r + pd_normal_middle_below[power];
        }
        return centred * upper / lower;
    }
    const double r = sqrt(-pd_log(centred < 0 ? p : 1.0 - p));
    const double size =
        r <= 5.0 ? pd_ratio(pd_normal_tail_above, pd_normal_tail_below, r - 1.6)
                 : pd_ratio(pd_normal_far_above, pd_normal_far_below, r - 5.0);
    return centred < 0 ? -size : size;
}

static inline double pd_lognormal(double input, double mu, double sigma)
{
    return pd_exp(mu + sigma * pd_normal_quantile(pd_open_share(input, 0x1p-65)));
}

static inline double pd_weibull(double input, double shape, double scale)
{
    return scale * pd_pow(-pd_log1p(-pd_open_share(input, 0.0)), 1.0 / shape);
}

static inline double pd_triangular(double input, double min, double mode, double max)
{
    const double u = pd_clamp_to(input, 0.0, 1.0);
    const double width = max - min;
    if (u * width < mode - min)
        return min + sqrt(u * width * (mode - min));
    return max - sqrt((1.0 - u) * width * (max - mode));
}

#endif /* PD_OPS_SAMPLERS_H */
