import java.util.*;
import java.util.regex.*;

public class Regexes {
    static void p(Object o) {
        System.out.println(o);
    }

    static String all(String regex, String text, int flags) {
        StringJoiner found = new StringJoiner(",");
        Matcher m = Pattern.compile(regex, flags).matcher(text);
        while (m.find()) {
            found.add(m.start() + ":" + m.group() + (m.groupCount() > 0 ? "(" + m.group(1) + ")" : ""));
        }
        return found.toString();
    }

    public static void main(String[] args) {
        Matcher date = Pattern.compile("(?<year>\\d{4})-(?<month>\\d\\d)").matcher("on 2024-05 and 2025-11");
        while (date.find()) {
            p(date.group("year") + "/" + date.group(2) + " " + date.start("month") + " " + date.end());
        }
        p("a1b22".replaceAll("\\d+", "<$0>") + " " + "x.y.z".replaceFirst("\\.", "\\$"));
        p(Pattern.compile("[a-c]").matcher("abcd").replaceAll(r -> r.group().toUpperCase() + r.start()));
        p(date.reset("1999-12").replaceAll("${month}-${year}"));
        StringBuilder built = new StringBuilder();
        Matcher each = Pattern.compile("(o)(x)?").matcher("fox, ox, boo");
        while (each.find()) {
            each.appendReplacement(built, each.group(2) == null ? "0" : "[$2$1]");
        }
        p(each.appendTail(built));
        p(Arrays.toString("a,b,,c,,".split(",")) + Arrays.toString("a,b,,c,,".split(",", -1)) + Arrays.toString("a1b2c3".split("\\d", 2)));
        p(Arrays.toString(Pattern.compile("(?=[A-Z])").split("oneTwoThree")));
        p(all("a*+a", "aaa", 0) + "|" + all("a*?b", "aab", 0) + "|" + all("(?>a+)b", "aaab", 0) + "|" + all("x{2,3}+", "xxxxx", 0));
        p(all("\\w+(?=;)", "ab; cd;e", 0) + "|" + all("(?<!\\$)\\b\\d+", "$5 6 $77 88", 0) + "|" + all("(?<=a)b(?!c)", "abc ab", 0));
        p(all("^(\\w)", "one\nTwo", Pattern.MULTILINE) + "|" + all("tw(.)", "TWO\ntw\n", Pattern.CASE_INSENSITIVE | Pattern.DOTALL));
        p(all("a b # c", "ab", Pattern.COMMENTS) + "|" + all("a.c", "a.c abc", Pattern.LITERAL) + "|" + all("(?i:X)y", "xy XY", 0));
        p(all("(\\w)\\1", "hello book", 0) + "|" + all("[a-z&&[^aeiou]]+", "strength", 0) + "|" + all("\\p{Upper}\\P{Alpha}", "A1Bc", 0));
        p(all("É", "é", Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE) + "|" + all("\\x41\\u0042\\t|\\Qa.b\\E", "AB\ta.b", 0));
        Matcher region = Pattern.compile("^b").matcher("abc").region(1, 3);
        p(region.matches() + " " + region.hitEnd() + " " + region.lookingAt() + " " + region.toMatchResult().end());
        p(Pattern.quote("a.b") + " " + Matcher.quoteReplacement("$\\") + " " + Pattern.matches("(a|b)*", "abba") + " " + Pattern.compile("x").asPredicate().test("axb"));
        for (String wrong : new String[] {"(a", "[a", "*", "a{2,1}", "(?<n>a)(?<n>b)", "\\k<m>"}) {
            try {
                p(Pattern.compile(wrong));
            } catch (PatternSyntaxException e) {
                p(e.getDescription() + " " + e.getIndex());
            }
        }
        try {
            date.reset().group();
        } catch (IllegalStateException e) {
            p(e.getMessage());
        }
        try {
            "a".replaceAll("a", "$1");
        } catch (IndexOutOfBoundsException e) {
            p(e.getMessage());
        }
    }
}
