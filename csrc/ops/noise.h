/* ops/noise.h: coherent noise.  Declarations: polydat/nodes/noise.py.
 *
 * A table: frequency, octaves, and a permutation of 256 bytes.  A lattice hash depends on
 * the low 8 bits of coordinates, so their sums may wrap.
 */
#ifndef PD_OPS_NOISE_H
#define PD_OPS_NOISE_H

#include <math.h>

#include "polydat.h"
#include "runtime/cast.h"

/* A cell of the lattice, and where in it a point lies. */
typedef struct pd_cell {
    uint32_t at;
    double in;
} pd_cell;

static inline pd_cell pd_cell_of(double x)
{
    const double low = floor(x);
    const pd_cell cell = {(uint32_t)pd_to_i32(low), x - low};
    return cell;
}

static inline const uint8_t *pd_permutation(const uint64_t *table)
{
    return (const uint8_t *)(table + 2);
}

static inline double pd_fade(double t)
{
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
}

static inline double pd_between(double t, double a, double b)
{
    return a + t * (b - a);
}

static inline double pd_slope2(uint32_t hash, double x, double y)
{
    return (hash & 1 ? -x : x) + (hash & 2 ? -y : y);
}

static inline double pd_line_noise(const uint8_t *p, double x)
{
    const pd_cell cell = pd_cell_of(x);
    const double left = p[cell.at & 255] & 1 ? -cell.in : cell.in;
    const double step = cell.in - 1.0;
    const double right = p[(cell.at + 1) & 255] & 1 ? -step : step;
    return pd_between(pd_fade(cell.in), left, right);
}

static inline double pd_plane_noise(const uint8_t *p, double x, double y)
{
    const pd_cell column = pd_cell_of(x), row = pd_cell_of(y);
    const double f = column.in, g = row.in, u = pd_fade(f);
    const uint32_t a = p[column.at & 255] + row.at, b = p[(column.at + 1) & 255] + row.at;
    const double low = pd_between(u, pd_slope2(p[a & 255], f, g),
                                  pd_slope2(p[b & 255], f - 1.0, g));
    const double high = pd_between(u, pd_slope2(p[(a + 1) & 255], f, g - 1.0),
                                   pd_slope2(p[(b + 1) & 255], f - 1.0, g - 1.0));
    return pd_between(pd_fade(g), low, high);
}

static inline double pd_perlin_1d(uint64_t input, const uint64_t *table, size_t words)
{
    (void)words;
    return pd_line_noise(pd_permutation(table), pd_from_u64(input) * pd_f64(table[0]));
}

static inline double pd_perlin_2d(uint64_t x, uint64_t y, const uint64_t *table, size_t words)
{
    const double frequency = pd_f64(table[0]);
    (void)words;
    return pd_plane_noise(pd_permutation(table), pd_from_u64(x) * frequency,
                          pd_from_u64(y) * frequency);
}

static inline double pd_fractal_noise_1d(uint64_t input, const uint64_t *table, size_t words)
{
    double frequency = pd_f64(table[0]), strength = 1.0, total = 0.0, most = 0.0;
    (void)words;
    for (uint64_t octave = 0; octave < table[1]; octave++) {
        total += pd_line_noise(pd_permutation(table), pd_from_u64(input) * frequency) * strength;
        most += strength;
        frequency *= 2.0;
        strength *= 0.5;
    }
    return total / most;
}

static inline double pd_fractal_noise_2d(uint64_t x, uint64_t y, const uint64_t *table,
                                         size_t words)
{
    double frequency = pd_f64(table[0]), strength = 1.0, total = 0.0, most = 0.0;
    (void)words;
    for (uint64_t octave = 0; octave < table[1]; octave++) {
        total += strength * pd_plane_noise(pd_permutation(table), pd_from_u64(x) * frequency,
                                           pd_from_u64(y) * frequency);
        most += strength;
        frequency *= 2.0;
        strength *= 0.5;
    }
    return total / most;
}

static inline double pd_simplex_corner(uint32_t hash, double x, double y)
{
    double reach = 0.5 - x * x - y * y;
    if (!(reach > 0))
        return 0.0;
    reach = reach * reach;
    return reach * reach * pd_slope2(hash, x, y);
}

static inline double pd_simplex_2d(uint64_t x, uint64_t y, const uint64_t *table, size_t words)
{
    const double skew = 0.3660254037844386, unskew = 0.21132486540518713;
    const uint8_t *const p = pd_permutation(table);
    const double right = pd_from_u64(x) * pd_f64(table[0]), up = pd_from_u64(y) * pd_f64(table[0]);
    const double skewed = (right + up) * skew;
    const uint32_t i = pd_cell_of(right + skewed).at, j = pd_cell_of(up + skewed).at;
    const double back = (double)(int32_t)(i + j) * unskew;
    const double x0 = right - ((double)(int32_t)i - back), y0 = up - ((double)(int32_t)j - back);
    const uint32_t aside = x0 > y0, above = !aside;
    const double x1 = x0 - (double)aside + unskew, y1 = y0 - (double)above + unskew;
    const double x2 = x0 - 1.0 + 2.0 * unskew, y2 = y0 - 1.0 + 2.0 * unskew;
    (void)words;
    return 70.0 * (pd_simplex_corner(p[(i + p[j & 255]) & 255], x0, y0) +
                   pd_simplex_corner(p[(i + aside + p[(j + above) & 255]) & 255], x1, y1) +
                   pd_simplex_corner(p[(i + 1 + p[(j + 1) & 255]) & 255], x2, y2));
}

#endif /* PD_OPS_NOISE_H */
