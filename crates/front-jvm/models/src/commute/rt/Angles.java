package commute.rt;

/**
 * Sine, cosine and tangent of {@link StrictMath}, as fdlibm has them; see {@link Fdlibm}. Copyright (C) 1993-2004 by Sun
 * Microsystems, Inc. All rights reserved. Permission to use, copy, modify, and distribute this software is freely granted, provided
 * that this notice is preserved.
 */
final class Angles {
    /** Half of pi in parts of 33 bits, each with what is left of it. */
    private static final double[] PARTS = {1.57079632673412561417e+00, 6.07710050630396597660e-11, 2.02226624871116645580e-21};
    private static final double[] RESTS = {6.07710050650619224932e-11, 2.02226624879595063154e-21, 8.47842766036889956997e-32};

    /** The angle without multiples of pi / 2, and what it is too large by. */
    private final double angle;
    private final double tail;
    /** How often pi / 2 was taken away. */
    private final int quarter;

    private Angles(double angle, double tail, int quarter) {
        this.angle = angle;
        this.tail = tail;
        this.quarter = quarter;
    }

    static double sin(double x) {
        if ((hi(x) & 0x7fffffff) <= 0x3fe921fb) {
            return sine(x, 0, false);
        }
        if (x - x != 0) {
            return Double.NaN;
        }
        Angles reduced = reduce(x);
        switch (reduced.quarter & 3) {
            case 0:
                return sine(reduced.angle, reduced.tail, true);
            case 1:
                return cosine(reduced.angle, reduced.tail);
            case 2:
                return -sine(reduced.angle, reduced.tail, true);
            default:
                return -cosine(reduced.angle, reduced.tail);
        }
    }

    static double cos(double x) {
        if ((hi(x) & 0x7fffffff) <= 0x3fe921fb) {
            return cosine(x, 0);
        }
        if (x - x != 0) {
            return Double.NaN;
        }
        Angles reduced = reduce(x);
        switch (reduced.quarter & 3) {
            case 0:
                return cosine(reduced.angle, reduced.tail);
            case 1:
                return -sine(reduced.angle, reduced.tail, true);
            case 2:
                return -cosine(reduced.angle, reduced.tail);
            default:
                return sine(reduced.angle, reduced.tail, true);
        }
    }

    static double tan(double x) {
        if ((hi(x) & 0x7fffffff) <= 0x3fe921fb) {
            return tangent(x, 0, 1);
        }
        if (x - x != 0) {
            return Double.NaN;
        }
        Angles reduced = reduce(x);
        return tangent(reduced.angle, reduced.tail, 1 - ((reduced.quarter & 1) << 1));
    }

    private static int hi(double x) {
        return (int) (Double.doubleToRawLongBits(x) >>> 32);
    }

    /** The number without the lower half of its bits. */
    private static double upper(double x) {
        return Double.longBitsToDouble(Double.doubleToRawLongBits(x) & 0xffffffff00000000L);
    }

    private static Angles reduce(double x) {
        int ix = hi(x) & 0x7fffffff;
        double a = Math.abs(x);
        Angles reduced;
        if (ix < 0x4002d97c) {
            // Once is enough; near pi / 2 more bits of it are needed.
            int part = ix == 0x3ff921fb ? 1 : 0;
            double z = part == 0 ? a - PARTS[0] : a - PARTS[0] - PARTS[1];
            double y = z - RESTS[part];
            reduced = new Angles(y, (z - y) - RESTS[part], 1);
        } else {
            if (ix > 0x413921fb) {
                largeAngle();
            }
            reduced = medium(a, ix);
        }
        return x < 0 ? new Angles(-reduced.angle, -reduced.tail, -reduced.quarter) : reduced;
    }

    private static Angles medium(double a, int ix) {
        int n = (int) (a * 6.36619772367581382433e-01 + 0.5);
        double fn = n;
        double r = a - fn * PARTS[0];
        double w = fn * RESTS[0];
        double y = r - w;
        boolean isNear = n >= 32 || ix == hi(fn * (Math.PI / 2));
        for (int part = 1; isNear && part < 3; part++) {
            int lost = (ix >> 20) - (hi(y) >> 20 & 0x7ff);
            if (lost <= (part == 1 ? 16 : 49)) {
                break;
            }
            double t = r;
            w = fn * PARTS[part];
            r = t - w;
            w = fn * RESTS[part] - ((t - r) - w);
            y = r - w;
        }
        return new Angles(y, (r - y) - w, n);
    }

    /** Refused: thousands of bits of pi are needed. */
    private static native void largeAngle();

    private static double sine(double x, double y, boolean hasTail) {
        if ((hi(x) & 0x7fffffff) < 0x3e400000) {
            return x;
        }
        double z = x * x;
        double v = z * x;
        double r = 8.33333333332248946124e-03 + z * (-1.98412698298579493134e-04 + z * (2.75573137070700676789e-06
            + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)));
        double s1 = -1.66666666666666324348e-01;
        return hasTail ? x - ((z * (0.5 * y - v * r) - y) - v * s1) : x + v * (s1 + z * r);
    }

    private static double cosine(double x, double y) {
        int ix = hi(x) & 0x7fffffff;
        if (ix < 0x3e400000) {
            return 1.0;
        }
        double z = x * x;
        double r = z * (4.16666666666666019037e-02 + z * (-1.38888888888741095749e-03 + z * (2.48015872894767294178e-05
            + z * (-2.75573143513906633035e-07 + z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)))));
        if (ix < 0x3FD33333) {
            return 1.0 - (0.5 * z - (z * r - x * y));
        }
        double qx = ix > 0x3fe90000 ? 0.28125 : Double.longBitsToDouble((long) (ix - 0x00200000) << 32);
        double hz = 0.5 * z - qx;
        return (1.0 - qx) - (hz - (z * r - x * y));
    }

    /** The tangent, or -1 / tangent if {@code iy} is -1. */
    private static double tangent(double x, double y, int iy) {
        int hx = hi(x);
        int ix = hx & 0x7fffffff;
        if (ix < 0x3e300000) {
            if (x == 0 && iy == -1) {
                return 1.0 / Math.abs(x);
            }
            return iy == 1 ? x : inverse(x + y, x, y);
        }
        boolean isLarge = ix >= 0x3FE59428;
        if (isLarge) {
            if (x < 0) {
                x = -x;
                y = -y;
            }
            double z = 7.85398163397448278999e-01 - x;
            double w = 3.06161699786838301793e-17 - y;
            x = z + w;
            y = 0;
        }
        double z = x * x;
        double w = z * z;
        double r = 1.33333333333201242699e-01 + w * (2.18694882948595424599e-02 + w * (3.59207910759131235356e-03
            + w * (5.88041240820264096874e-04 + w * (7.81794442939557092300e-05 + w * -1.85586374855275456654e-05))));
        double v = z * (5.39682539762260521377e-02 + w * (8.86323982359930005737e-03 + w * (1.45620945432529025516e-03
            + w * (2.46463134818469906812e-04 + w * (7.14072491382608190305e-05 + w * 2.59073051863633712884e-05)))));
        double s = z * x;
        r = y + z * (s * (r + v) + y);
        r += 3.33333333333334091986e-01 * s;
        w = x + r;
        if (isLarge) {
            v = iy;
            return (1 - (hx >> 30 & 2)) * (v - 2.0 * (x - (w * w / (w + v) - r)));
        }
        return iy == 1 ? w : inverse(w, x, r);
    }

    /** -1 / w, where w is the sum of two numbers, carefully. */
    private static double inverse(double w, double x, double r) {
        double z = upper(w);
        double v = r - (z - x);
        double a = -1.0 / w;
        double t = upper(a);
        double s = 1.0 + t * z;
        return t + a * (s + t * v);
    }
}
