import java.util.concurrent.locks.ReentrantLock;

/**
 * A disk block whose lock depends on whether it is allocated, FFQ01 section 6.3, after the Frangipani file system.
 *
 * Expected: proved, for any number of threads of both kinds. J_i of the paper, which lock protects which bit, is found.
 */
@Invariant("inode => busy")
@EnvAssumption({
    "held(mInode) && busy => block' == block",
    "held(mBusy) && !busy => block' == block",
    "held(mInode) && busy => busy'"})
public class TimeVaryingMutex {
    private static final ReentrantLock mInode = new ReentrantLock();
    private static final ReentrantLock mBusy = new ReentrantLock();
    private static boolean inode, busy;
    private static volatile int block;

    static void user() {
        mInode.lock();
        if (!inode) {
            mBusy.lock();
            busy = true;
            mBusy.unlock();
            inode = true;
        }
        block = 1;
        assert block == 1;
        mInode.unlock();
    }

    static void formatter() {
        mBusy.lock();
        if (!busy) {
            block = 0;
            assert block == 0;
        }
        mBusy.unlock();
    }

    public static void main(String[] arguments) {
        for (int i = 0; i < 2; i++) {
            new Thread(TimeVaryingMutex::user).start();
            new Thread(TimeVaryingMutex::formatter).start();
        }
    }
}

@interface EnvAssumption { String[] value(); }

@interface Invariant { String[] value(); }
