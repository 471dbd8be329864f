package java.security;

import java.util.Locale;
import java.util.Objects;
import sun.security.provider.DigestsOfSun;

/** {@link MessageDigest#getInstance} without providers: what that of the JDK gives, by the JDK's own code. */
final class Digests extends MessageDigest implements Cloneable {
    private final MessageDigestSpi spi;

    private Digests(String algorithm, MessageDigestSpi spi) {
        super(algorithm);
        this.spi = spi;
    }

    static MessageDigest of(String algorithm) throws NoSuchAlgorithmException {
        Objects.requireNonNull(algorithm, "null algorithm name");
        MessageDigestSpi spi = DigestsOfSun.of(algorithm.toUpperCase(Locale.ROOT));
        if (spi == null) {
            throw new NoSuchAlgorithmException(algorithm + " MessageDigest not available");
        }
        return new Digests(algorithm, spi);
    }

    @Override
    protected int engineGetDigestLength() {
        return spi.engineGetDigestLength();
    }

    @Override
    protected void engineUpdate(byte input) {
        spi.engineUpdate(input);
    }

    @Override
    protected void engineUpdate(byte[] input, int offset, int length) {
        spi.engineUpdate(input, offset, length);
    }

    @Override
    protected byte[] engineDigest() {
        return spi.engineDigest();
    }

    @Override
    protected int engineDigest(byte[] buffer, int offset, int length) throws DigestException {
        return spi.engineDigest(buffer, offset, length);
    }

    @Override
    protected void engineReset() {
        spi.engineReset();
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        return new Digests(getAlgorithm(), (MessageDigestSpi) spi.clone());
    }
}
