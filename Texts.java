import java.nio.charset.*;
import java.util.*;
import java.util.regex.*;

public class Texts {
    public static void main(String[] args) throws Exception {
        System.out.println(String.format("%5d|%-5s|%05d|%x|%X|%o|%,d|%+d|%c|%b|%%|%n", 42, "ab", 7, 255, 255, 8, 1234567, 3, 'z', true).trim());
        System.out.println(String.format("%.3f|%10.2f|%e|%g|%s|%S|%h", 3.14159, 2.5, 12345.678, 0.0001, List.of(1, 2), "up", "hi"));
        System.out.println(String.format("%2$s %1$s %<s", "a", "b") + String.format("|%08.3f|%(d|% d|%#x", -3.5, -7, 7, 255));
        System.out.println(String.format(Locale.ROOT, "%,.2f %s", 1234567.891, Arrays.asList("x", null)));
        try { String.format("%d", "x"); } catch (IllegalFormatException e) { System.out.println(e.getClass().getName() + ": " + e.getMessage()); }
        try { String.format("%q", 1); } catch (IllegalFormatException e) { System.out.println(e.getMessage()); }
        byte[] bytes = "grüße €".getBytes(StandardCharsets.UTF_8);
        System.out.println(bytes.length + " " + new String(bytes, StandardCharsets.UTF_8) .length() + " " + Arrays.toString("äb".getBytes(StandardCharsets.ISO_8859_1)) + " " + Arrays.toString("aé".getBytes(StandardCharsets.US_ASCII)));
        System.out.println(Arrays.toString("xy".getBytes("UTF-16BE")) + " " + Charset.forName("utf-8").name() + " " + "abc".getBytes().length);
        Pattern p = Pattern.compile("(\\w+)@(\\w+)\\.com");
        Matcher m = p.matcher("joe@example.com, ann@test.com");
        while (m.find()) { System.out.println(m.group(1) + " " + m.group(2) + " " + m.start()); }
        System.out.println("a1b22c".replaceAll("[0-9]+", "#") + " " + "x,y;z".split("[,;]").length + " " + "Hello".matches("[A-Z].*o") + " " + "aXbX".replaceFirst("X", "-"));
        System.out.println(Pattern.compile("^\\s*(?<k>[a-z]+)\\s*=\\s*(?<v>.*?)\\s*$", Pattern.CASE_INSENSITIVE).matcher("  Key = some value ").replaceAll("${k}:${v}"));
        System.out.println("Straße".toUpperCase(Locale.ROOT) + " " + "TITLE".toLowerCase(Locale.ENGLISH) + " " + Locale.GERMANY + " " + new Locale("fr", "CA").getCountry());
        StringTokenizer t = new StringTokenizer("a b,c", " ,");
        while (t.hasMoreTokens()) { System.out.print(t.nextToken() + ";"); }
        System.out.println();
        System.out.println("  strip ".strip() + "|" + "ab".repeat(3) + "|" + "a\nb".lines().count() + "|" + String.join("-", "x", "y") + "|" + " ".isBlank());
        System.out.println(java.text.MessageFormat.format("{0} has {1} of {2}", "x", 3, "y"));
    }
}
