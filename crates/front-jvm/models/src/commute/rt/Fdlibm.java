package commute.rt;

/**
 * The methods of {@link StrictMath} that are native before Java 21. They are defined to give the results of fdlibm, "Freely
 * Distributable Math Library", so each does the same operations in the same order.
 *
 * <p>Copyright (C) 1993-2004 by Sun Microsystems, Inc. All rights reserved. Permission to use, copy, modify, and distribute this
 * software is freely granted, provided that this notice is preserved.
 */
final class Fdlibm {
    private static final double TWO54 = 0x1p54;
    private static final double LN2_HI = 6.93147180369123816490e-01;
    private static final double LN2_LO = 1.90821492927058770002e-10;
    private static final double PIO2_HI = 1.57079632679489655800e+00;
    private static final double PIO2_LO = 6.12323399573676603587e-17;
    private static final double PIO4_HI = 7.85398163397448278999e-01;
    private static final double PIO4_LO = 3.06161699786838301793e-17;
    private static final double PI_LO = 1.2246467991473531772E-16;

    private Fdlibm() {
    }

    private static int hi(double x) {
        return (int) (Double.doubleToRawLongBits(x) >>> 32);
    }

    private static int lo(double x) {
        return (int) Double.doubleToRawLongBits(x);
    }

    private static double withHi(double x, int hi) {
        return Double.longBitsToDouble((long) hi << 32 | lo(x) & 0xffffffffL);
    }

    /** The number without the lower half of its bits. */
    private static double upper(double x) {
        return Double.longBitsToDouble(Double.doubleToRawLongBits(x) & 0xffffffff00000000L);
    }

    static double log(double x) {
        int hx = hi(x);
        int k = 0;
        if (hx < 0x00100000) {
            if (x == 0) {
                return Double.NEGATIVE_INFINITY;
            }
            if (hx < 0) {
                return Double.NaN;
            }
            k -= 54;
            x *= TWO54;
            hx = hi(x);
        }
        if (hx >= 0x7ff00000) {
            return x + x;
        }
        k += (hx >> 20) - 1023;
        hx &= 0x000fffff;
        int i = hx + 0x95f64 & 0x100000;
        x = withHi(x, hx | i ^ 0x3ff00000);
        k += i >> 20;
        double dk = k;
        double f = x - 1.0;
        if ((0x000fffff & 2 + hx) < 3) {
            if (f == 0) {
                return k == 0 ? 0 : dk * LN2_HI + dk * LN2_LO;
            }
            double r = f * f * (0.5 - 0.33333333333333333 * f);
            return k == 0 ? f - r : dk * LN2_HI - ((r - dk * LN2_LO) - f);
        }
        double s = f / (2.0 + f);
        double z = s * s;
        double w = z * z;
        double t1 = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01));
        double t2 = z * (6.666666666666735130e-01 + w * (2.857142874366239149e-01
            + w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01)));
        double r = t2 + t1;
        if ((hx - 0x6147a | 0x6b851 - hx) > 0) {
            double hfsq = 0.5 * f * f;
            return k == 0 ? f - (hfsq - s * (hfsq + r)) : dk * LN2_HI - ((hfsq - (s * (hfsq + r) + dk * LN2_LO)) - f);
        }
        return k == 0 ? f - s * (f - r) : dk * LN2_HI - ((s * (f - r) - dk * LN2_LO) - f);
    }

    static double log10(double x) {
        int hx = hi(x);
        int k = 0;
        if (hx < 0x00100000) {
            if (x == 0) {
                return Double.NEGATIVE_INFINITY;
            }
            if (hx < 0) {
                return Double.NaN;
            }
            k -= 54;
            x *= TWO54;
            hx = hi(x);
        }
        if (hx >= 0x7ff00000) {
            return x + x;
        }
        k += (hx >> 20) - 1023;
        int i = k >>> 31;
        double y = k + i;
        x = withHi(x, hx & 0x000fffff | 0x3ff - i << 20);
        double z = y * 3.69423907715893078616e-13 + 4.34294481903251816668e-01 * log(x);
        return z + y * 3.01029995663611771306e-01;
    }

    static double log1p(double x) {
        int hx = hi(x);
        int ax = hx & 0x7fffffff;
        int k = 1;
        int hu = 1;
        double f = 0;
        double c = 0;
        if (hx < 0x3FDA827A) {
            if (ax >= 0x3ff00000) {
                return x == -1.0 ? Double.NEGATIVE_INFINITY : Double.NaN;
            }
            if (ax < 0x3e200000) {
                return ax < 0x3c900000 ? x : x - x * x * 0.5;
            }
            if (hx > 0 || hx <= 0xbfd2bec3) {
                k = 0;
                f = x;
            }
        }
        if (hx >= 0x7ff00000) {
            return x + x;
        }
        if (k != 0) {
            double u = hx < 0x43400000 ? 1.0 + x : x;
            hu = hi(u);
            k = (hu >> 20) - 1023;
            if (hx < 0x43400000) {
                c = (k > 0 ? 1.0 - (u - x) : x - (u - 1.0)) / u;
            }
            hu &= 0x000fffff;
            if (hu < 0x6a09e) {
                u = withHi(u, hu | 0x3ff00000);
            } else {
                k += 1;
                u = withHi(u, hu | 0x3fe00000);
                hu = 0x00100000 - hu >> 2;
            }
            f = u - 1.0;
        }
        double hfsq = 0.5 * f * f;
        if (hu == 0) {
            if (f == 0) {
                return k == 0 ? 0 : k * LN2_HI + (c + k * LN2_LO);
            }
            double r = hfsq * (1.0 - 0.66666666666666666 * f);
            return k == 0 ? f - r : k * LN2_HI - ((r - (k * LN2_LO + c)) - f);
        }
        double s = f / (2.0 + f);
        double z = s * s;
        double r = z * (6.666666666666735130e-01 + z * (3.999999999940941908e-01 + z * (2.857142874366239149e-01
            + z * (2.222219843214978396e-01 + z * (1.818357216161805012e-01 + z * (1.531383769920937332e-01
            + z * 1.479819860511658591e-01))))));
        return k == 0 ? f - (hfsq - s * (hfsq + r)) : k * LN2_HI - ((hfsq - (s * (hfsq + r) + (k * LN2_LO + c))) - f);
    }

    static double expm1(double x) {
        int hx = hi(x);
        boolean negative = hx < 0;
        hx &= 0x7fffffff;
        double c = 0;
        int k = 0;
        if (hx >= 0x4043687A) {
            if (x != x) {
                return x + x;
            }
            if (x > 7.09782712893383973096e+02) {
                return Double.POSITIVE_INFINITY;
            }
            if (negative) {
                return -1.0;
            }
        }
        if (hx > 0x3fd62e42) {
            double high;
            double low;
            if (hx < 0x3FF0A2B2) {
                k = negative ? -1 : 1;
                high = negative ? x + LN2_HI : x - LN2_HI;
                low = negative ? -LN2_LO : LN2_LO;
            } else {
                k = (int) (1.44269504088896338700e+00 * x + (negative ? -0.5 : 0.5));
                high = x - k * LN2_HI;
                low = k * LN2_LO;
            }
            x = high - low;
            c = (high - x) - low;
        } else if (hx < 0x3c900000) {
            return x;
        }
        double hfx = 0.5 * x;
        double hxs = x * hfx;
        double r1 = 1.0 + hxs * (-3.33333333333331316428e-02 + hxs * (1.58730158725481460165e-03
            + hxs * (-7.93650757867487942473e-05 + hxs * (4.00821782732936239552e-06 + hxs * -2.01099218183624371326e-07))));
        double t = 3.0 - r1 * hfx;
        double e = hxs * ((r1 - t) / (6.0 - x * t));
        if (k == 0) {
            return x - (x * e - hxs);
        }
        return scaled(x, (x * (e - c) - c) - hxs, k);
    }

    /** The end of {@link #expm1}: 2^k (1 + x - e) - 1. */
    private static double scaled(double x, double e, int k) {
        if (k == -1) {
            return 0.5 * (x - e) - 0.5;
        }
        if (k == 1) {
            return x < -0.25 ? -2.0 * (e - (x + 0.5)) : 1.0 + 2.0 * (x - e);
        }
        double y;
        if (k <= -2 || k > 56) {
            y = 1.0 - (e - x);
            return withHi(y, hi(y) + (k << 20)) - 1.0;
        }
        if (k < 20) {
            y = withHi(1.0, 0x3ff00000 - (0x200000 >> k)) - (e - x);
        } else {
            y = x - (e + withHi(1.0, 0x3ff - k << 20));
            y += 1.0;
        }
        return withHi(y, hi(y) + (k << 20));
    }

    static double sinh(double x) {
        int hx = hi(x);
        int ix = hx & 0x7fffffff;
        if (ix >= 0x7ff00000) {
            return x + x;
        }
        double h = hx < 0 ? -0.5 : 0.5;
        double a = Math.abs(x);
        if (ix < 0x40360000) {
            if (ix < 0x3e300000) {
                return x;
            }
            double t = expm1(a);
            return ix < 0x3ff00000 ? h * (2.0 * t - t * t / (t + 1.0)) : h * (t + t / (t + 1.0));
        }
        if (ix < 0x40862E42) {
            return h * StrictMath.exp(a);
        }
        if (halves(x)) {
            double w = StrictMath.exp(0.5 * a);
            return h * w * w;
        }
        return x * 1.0e307;
    }

    static double cosh(double x) {
        int ix = hi(x) & 0x7fffffff;
        if (ix >= 0x7ff00000) {
            return x * x;
        }
        double a = Math.abs(x);
        if (ix < 0x3fd62e43) {
            double t = expm1(a);
            double w = 1.0 + t;
            return ix < 0x3c800000 ? w : 1.0 + (t * t) / (w + w);
        }
        if (ix < 0x40360000) {
            double t = StrictMath.exp(a);
            return 0.5 * t + 0.5 / t;
        }
        if (ix < 0x40862E42) {
            return 0.5 * StrictMath.exp(a);
        }
        if (halves(x)) {
            double w = StrictMath.exp(0.5 * a);
            return 0.5 * w * w;
        }
        return Double.POSITIVE_INFINITY;
    }

    /** Whether a large number is small enough for the root of its exponential to be taken. */
    private static boolean halves(double x) {
        int ix = hi(x) & 0x7fffffff;
        return ix < 0x408633CE || ix == 0x408633ce && Integer.compareUnsigned(lo(x), 0x8fb9f87d) <= 0;
    }

    static double tanh(double x) {
        int hx = hi(x);
        int ix = hx & 0x7fffffff;
        if (ix >= 0x7ff00000) {
            return hx >= 0 ? 1.0 / x + 1.0 : 1.0 / x - 1.0;
        }
        double z = 1.0;
        if (ix < 0x3c800000) {
            return x * (1.0 + x);
        } else if (ix < 0x3ff00000) {
            double t = expm1(-2.0 * Math.abs(x));
            z = -t / (t + 2.0);
        } else if (ix < 0x40360000) {
            z = 1.0 - 2.0 / (expm1(2.0 * Math.abs(x)) + 2.0);
        }
        return hx >= 0 ? z : -z;
    }

    static double atan(double x) {
        int hx = hi(x);
        int ix = hx & 0x7fffffff;
        if (ix >= 0x44100000) {
            if (x != x) {
                return x + x;
            }
            return hx > 0 ? PIO2_HI + PIO2_LO : -PIO2_HI - PIO2_LO;
        }
        double high = 0;
        double low = 0;
        if (ix < 0x3fdc0000) {
            if (ix < 0x3e200000) {
                return x;
            }
        } else {
            x = Math.abs(x);
            if (ix < 0x3fe60000) {
                x = (2.0 * x - 1.0) / (2.0 + x);
                high = 4.63647609000806093515e-01;
                low = 2.26987774529616870924e-17;
            } else if (ix < 0x3ff30000) {
                x = (x - 1.0) / (x + 1.0);
                high = PIO4_HI;
                low = PIO4_LO;
            } else if (ix < 0x40038000) {
                x = (x - 1.5) / (1.0 + 1.5 * x);
                high = 9.82793723247329054082e-01;
                low = 1.39033110312309984516e-17;
            } else {
                x = -1.0 / x;
                high = PIO2_HI;
                low = PIO2_LO;
            }
        }
        double z = x * x;
        double w = z * z;
        double s1 = z * (3.33333333333329318027e-01 + w * (1.42857142725034663711e-01 + w * (9.09088713343650656196e-02
            + w * (6.66107313738753120669e-02 + w * (4.97687799461593236017e-02 + w * 1.62858201153657823623e-02)))));
        double s2 = w * (-1.99999999998764832476e-01 + w * (-1.11111104054623557880e-01 + w * (-7.69187620504482999495e-02
            + w * (-5.83357013379057348645e-02 + w * -3.65315727442169155270e-02))));
        if (ix < 0x3fdc0000) {
            return x - x * (s1 + s2);
        }
        z = high - ((x * (s1 + s2) - low) - x);
        return hx < 0 ? -z : z;
    }

    static double atan2(double y, double x) {
        if (x != x || y != y) {
            return x + y;
        }
        if (x == 1.0) {
            return atan(y);
        }
        boolean left = hi(x) < 0;
        boolean below = hi(y) < 0;
        double z;
        if (y == 0) {
            return left ? below ? -Math.PI : Math.PI : y;
        } else if (x == 0) {
            return below ? -PIO2_HI : PIO2_HI;
        } else if (Double.isInfinite(x)) {
            z = Double.isInfinite(y) ? left ? 3.0 * PIO4_HI : PIO4_HI : left ? Math.PI : 0;
            return below ? -z : z;
        } else if (Double.isInfinite(y)) {
            return below ? -PIO2_HI : PIO2_HI;
        }
        int k = (hi(y) & 0x7fffffff) - (hi(x) & 0x7fffffff) >> 20;
        z = k > 60 ? PIO2_HI + 0.5 * PI_LO : left && k < -60 ? 0 : atan(Math.abs(y / x));
        if (left) {
            return below ? (z - PI_LO) - Math.PI : Math.PI - (z - PI_LO);
        }
        return below ? -z : z;
    }

    /** The quotient of polynomials that {@link #asin} and {@link #acos} share. */
    private static double arc(double t) {
        double p = t * (1.66666666666666657415e-01 + t * (-3.25565818622400915405e-01 + t * (2.01212532134862925881e-01
            + t * (-4.00555345006794114027e-02 + t * (7.91534994289814532176e-04 + t * 3.47933107596021167570e-05)))));
        double q = 1.0 + t * (-2.40339491173441421878e+00 + t * (2.02094576023350569471e+00
            + t * (-6.88283971605453293030e-01 + t * 7.70381505559019352791e-02)));
        return p / q;
    }

    static double asin(double x) {
        int hx = hi(x);
        int ix = hx & 0x7fffffff;
        if (ix >= 0x3ff00000) {
            return Math.abs(x) == 1.0 ? x * PIO2_HI + x * PIO2_LO : Double.NaN;
        }
        if (ix < 0x3fe00000) {
            return ix < 0x3e400000 ? x : x + x * arc(x * x);
        }
        double t = (1.0 - Math.abs(x)) * 0.5;
        double r = arc(t);
        double s = StrictMath.sqrt(t);
        if (ix >= 0x3FEF3333) {
            t = PIO2_HI - (2.0 * (s + s * r) - PIO2_LO);
        } else {
            double w = upper(s);
            double c = (t - w * w) / (s + w);
            double p = 2.0 * s * r - (PIO2_LO - 2.0 * c);
            t = PIO4_HI - (p - (PIO4_HI - 2.0 * w));
        }
        return hx > 0 ? t : -t;
    }

    static double acos(double x) {
        int hx = hi(x);
        int ix = hx & 0x7fffffff;
        if (ix >= 0x3ff00000) {
            return x == 1.0 ? 0.0 : x == -1.0 ? Math.PI + 2.0 * PIO2_LO : Double.NaN;
        }
        if (ix < 0x3fe00000) {
            return ix <= 0x3c600000 ? PIO2_HI + PIO2_LO : PIO2_HI - (x - (PIO2_LO - x * arc(x * x)));
        }
        if (hx < 0) {
            double z = (1.0 + x) * 0.5;
            double s = StrictMath.sqrt(z);
            return Math.PI - 2.0 * (s + (arc(z) * s - PIO2_LO));
        }
        double z = (1.0 - x) * 0.5;
        double s = StrictMath.sqrt(z);
        double df = upper(s);
        double c = (z - df * df) / (s + df);
        return 2.0 * (df + (arc(z) * s + c));
    }

    /** The exact remainder nearest to zero. */
    static double remainder(double x, double p) {
        if (p == 0 || p != p || x != x || Double.isInfinite(x)) {
            return Double.NaN;
        }
        double from = x;
        p = Math.abs(p);
        if (p <= Double.MAX_VALUE / 2) {
            x = x % (p + p);
        }
        if (Math.abs(from) == p) {
            return 0.0 * from;
        }
        x = Math.abs(x);
        if (p < 0x1p-1021) {
            if (x + x > p) {
                x -= p;
                if (x + x >= p) {
                    x -= p;
                }
            }
        } else if (x > 0.5 * p) {
            x -= p;
            if (x >= 0.5 * p) {
                x -= p;
            }
        }
        return hi(from) < 0 ? -x : x;
    }
}
