import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.UUID;

public class Digests {
    public static void main(String[] args) throws Exception {
        for (String name : new String[] {"MD5", "SHA-1", "SHA-256"}) {
            MessageDigest digest = MessageDigest.getInstance(name);
            System.out.println(digest.getAlgorithm() + " " + digest.getDigestLength() + " "
                + Arrays.toString(digest.digest("abc".getBytes())));
        }
        try {
            MessageDigest.getInstance("nothing");
        } catch (NoSuchAlgorithmException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(UUID.nameUUIDFromBytes("abc".getBytes()));
        UUID one = UUID.randomUUID();
        System.out.println(one.version() + " " + one.variant() + " " + one.equals(UUID.randomUUID()));
    }
}
