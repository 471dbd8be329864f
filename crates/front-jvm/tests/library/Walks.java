import java.util.List;
import java.util.stream.Collectors;

/** A look at the calls of a thread. */
public class Walks {
    static String caller() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).getCallerClass().getName();
    }

    static class Inner {
        static String ask() {
            return caller();
        }
    }

    static void each() {
        StackWalker.getInstance().forEach(call -> {
            System.out.println(call.getMethodName());
            System.out.println(call.getLineNumber());
        });
    }

    public static void main(String[] args) {
        System.out.println(Inner.ask());
        each();
        List<String> first = StackWalker.getInstance()
            .walk(calls -> calls.limit(1).map(StackWalker.StackFrame::getMethodName).collect(Collectors.toList()));
        System.out.println(first.get(0));
    }
}
