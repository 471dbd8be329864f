import java.io.File;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Compiles systems, each by itself: from the directories below the first argument to those below the second one. */
public class Compile {
    public static void main(String[] args) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        for (int i = 2; i < args.length; i++) {
            List<String> options = new ArrayList<>(List.of("-g", "-Xlint:none", "-nowarn", "-proc:none", "-d"));
            options.add(args[1] + "/" + args[i]);
            for (File source : new File(args[0], args[i]).listFiles()) {
                if (source.getName().endsWith(".java")) {
                    options.add(source.getPath());
                }
            }
            if (compiler.run(null, null, null, options.toArray(new String[0])) != 0) {
                System.exit(1);
            }
        }
    }
}
