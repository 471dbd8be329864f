import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs programs many times, each time with classes of its own, and prints with which values they end:
 * Runner DIRECTORY PROGRAMS REPETITIONS prints a line for each program P0, P1, ...: its name, then outcomes.
 */
public final class Runner {
    private static final int BITS = 6;
    private static final int WORKERS = 3;
    /** Nobody runs for so long: it hangs. */
    private static final long STUCK = TimeUnit.MILLISECONDS.toNanos(250);
    /** Threads that wait for initialisers count as running. */
    private static final long TOO_LONG = TimeUnit.MILLISECONDS.toNanos(2500);
    /** No more repetitions after this time, or after so many that hang. */
    private static final long ENOUGH = TimeUnit.MILLISECONDS.toNanos(500);
    private static final int HANGS = 2;

    private Runner() { }

    /** The classes of one program, new for each run. */
    private static final class Loader extends ClassLoader {
        private final Path directory;
        private final String program;

        Loader(Path directory, String program) {
            super(Runner.class.getClassLoader());
            this.directory = directory;
            this.program = program;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(program) && !name.startsWith(program + "$")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                if (known != null) {
                    return known;
                }
                try {
                    byte[] bytes = Files.readAllBytes(directory.resolve(name + ".class"));
                    return defineClass(name, bytes, 0, bytes.length);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    /** One run of a program. */
    private static final class Run {
        final Class<?> program;
        final ThreadGroup group = new ThreadGroup("run");
        final Thread main;
        volatile Throwable thrown;

        Run(Path directory, String name) throws ReflectiveOperationException {
            program = new Loader(directory, name).loadClass(name);
            main = new Thread(group, this::body, "main");
            main.setDaemon(false);
            main.setPriority(Thread.NORM_PRIORITY);
        }

        private void body() {
            try {
                program.getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            } catch (InvocationTargetException e) {
                thrown = e.getCause();
            } catch (ReflectiveOperationException e) {
                thrown = e;
            }
        }

        /** Whether it comes to an end. */
        boolean ends() throws InterruptedException {
            long begin = System.nanoTime();
            long moved = begin;
            main.start();
            for (;;) {
                main.join(10);
                long now = System.nanoTime();
                if (!main.isAlive()) {
                    return true;
                }
                if (!stands()) {
                    moved = now;
                }
                if (now - moved > STUCK || now - begin > TOO_LONG) {
                    return false;
                }
            }
        }

        private boolean stands() {
            Thread[] threads = new Thread[64];
            int count = group.enumerate(threads, true);
            for (int i = 0; i < count; i++) {
                Thread.State state = threads[i].getState();
                if (state == Thread.State.RUNNABLE || state == Thread.State.TIMED_WAITING || state == Thread.State.NEW) {
                    return false;
                }
            }
            return true;
        }

        long outcome() throws ReflectiveOperationException {
            int slots = 0;
            for (Field field : program.getDeclaredFields()) {
                slots += field.getName().matches("o[0-9]+") ? 1 : 0;
            }
            long word = value("done");
            for (int slot = slots - 1; slot >= 0; slot--) {
                word = word << BITS | value("o" + slot);
            }
            return word;
        }

        private long value(String field) throws ReflectiveOperationException {
            Field declared = program.getDeclaredField(field);
            declared.setAccessible(true);
            return declared.getInt(null) & ((1 << BITS) - 1);
        }
    }

    /** What was seen of one program. */
    private static final class Seen {
        final Map<Long, Integer> outcomes = new TreeMap<>();
        /** Runs that hang are looked at again when everything else is over: they may only have been slow. */
        final List<Run> hanging = new ArrayList<>();
        String thrown = "";

        void add(Run run) throws ReflectiveOperationException {
            if (run.thrown != null) {
                thrown = " " + run.thrown.toString().replace(' ', '_');
            }
            outcomes.merge(run.outcome(), 1, Integer::sum);
        }
    }

    private static final int[][] MODES = {{0, 0}, {300, 50}, {500, 300}, {150, 1500}, {1000, 20}};

    private static Seen examine(Path directory, String name, int repetitions) throws Exception {
        Seen seen = new Seen();
        long begin = System.nanoTime();
        for (int n = 0; n < repetitions; n++) {
            int[] mode = MODES[n % MODES.length];
            Jitter.mode = new Jitter.Mode(mode[0], mode[1]);
            Run run = new Run(directory, name);
            if (run.ends()) {
                seen.add(run);
            } else {
                seen.hanging.add(run);
                if (seen.hanging.size() == HANGS) {
                    break;
                }
            }
            if (System.nanoTime() - begin > ENOUGH) {
                break;
            }
        }
        return seen;
    }

    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        int programs = Integer.parseInt(args[1]);
        int repetitions = Integer.parseInt(args[2]);
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> { });
        Seen[] all = new Seen[programs];
        AtomicInteger next = new AtomicInteger();
        List<Thread> workers = new ArrayList<>();
        for (int n = 0; n < WORKERS; n++) {
            Thread worker = new Thread(() -> {
                for (int p = next.getAndIncrement(); p < programs; p = next.getAndIncrement()) {
                    try {
                        all[p] = examine(directory, "P" + p, repetitions);
                    } catch (Exception | LinkageError e) {
                        e.printStackTrace();
                    }
                }
            });
            worker.start();
            workers.add(worker);
        }
        for (Thread worker : workers) {
            worker.join();
        }
        for (int p = 0; p < programs; p++) {
            StringBuilder line = new StringBuilder("P" + p);
            if (all[p] != null) {
                for (Run run : all[p].hanging) {
                    all[p].add(run);
                }
                all[p].outcomes.forEach((word, count) -> line.append(' ').append(word).append(':').append(count));
                line.append(all[p].thrown);
            }
            System.out.println(line);
        }
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }
}
