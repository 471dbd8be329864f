// A master gives tasks to workers. SC06 section 2, "Master-Worker Paradigm", as Java programs write it.
//
// A task is the master's until it is passed on, then it is the worker's whose mailbox has it. No lock protects it at any time.
//
// Expected: holds. A worker finds in its task what the master wrote.

import commute.Verify;

public class MasterWorker {
    static final int WORKERS = 2;
    static final int TASKS = 3;
    static final Mailbox[] mailboxes = {new Mailbox(), new Mailbox()};

    public static void main(String[] args) throws InterruptedException {
        for (int w = 0; w < WORKERS; w++) {
            Thread worker = new Worker(mailboxes[w]);
            worker.setDaemon(true);
            worker.start();
        }
        for (int n = 0; n < TASKS; n++) {
            Task task = new Task();
            task.number = n + 1;
            mailboxes[Verify.choose(WORKERS)].put(task);
        }
    }
}

class Task {
    int number;
}

class Mailbox {
    private Task task;

    synchronized void put(Task passed) throws InterruptedException {
        while (task != null) {
            wait();
        }
        task = passed;
        notifyAll();
    }

    synchronized Task take() throws InterruptedException {
        while (task == null) {
            wait();
        }
        Task taken = task;
        task = null;
        notifyAll();
        return taken;
    }
}

class Worker extends Thread {
    private final Mailbox mailbox;

    Worker(Mailbox mailbox) {
        this.mailbox = mailbox;
    }

    public void run() {
        try {
            while (true) {
                Task task = mailbox.take();
                assert task.number > 0 : "the master has written the task";
                task.number = 0;
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
