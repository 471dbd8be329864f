package sun.security.provider;

import java.security.MessageDigestSpi;

/** The digests of the JDK's first provider, which only its package can make. */
public final class DigestsOfSun {
    private DigestsOfSun() {
    }

    /** By its name in upper case, or null. */
    public static MessageDigestSpi of(String name) {
        switch (name) {
            case "MD5":
                return new MD5();
            case "SHA":
            case "SHA1":
            case "SHA-1":
                return new SHA();
            case "SHA-224":
                return new SHA2.SHA224();
            case "SHA-256":
                return new SHA2.SHA256();
            case "SHA-384":
                return new SHA5.SHA384();
            case "SHA-512":
                return new SHA5.SHA512();
            case "SHA3-256":
                return new SHA3.SHA256();
            case "SHA3-512":
                return new SHA3.SHA512();
            default:
                if (name.startsWith("MD") || name.startsWith("SHA") || name.indexOf('.') >= 0) {
                    // There may be one of this name.
                    otherDigest();
                }
                return null;
        }
    }

    /** Refused. */
    private static native void otherDigest();
}
