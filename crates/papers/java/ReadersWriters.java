// Readers and writers by a monitor with specific notification: a thread that must wait does so on an object of its own,
// and who leaves notifies just those that can go on. After the Readers Writers example of DHRR04 section 8, whose listing is
// not in the paper.
//
// Expected: holds. A writer is alone.

public class ReadersWriters {
    static int data;

    public static void main(String[] args) {
        Controller control = new Controller(4);
        (new Reader(control)).start();
        (new Reader(control)).start();
        (new Writer(control)).start();
        (new Writer(control)).start();
    }
}

class Reader extends Thread {
    Controller control;

    Reader(Controller control) {
        this.control = control;
    }

    public void run() {
        control.beginRead().await();
        int seen = ReadersWriters.data;
        assert ReadersWriters.data == seen : "nobody writes while a thread reads";
        control.endRead();
    }
}

class Writer extends Thread {
    Controller control;

    Writer(Controller control) {
        this.control = control;
    }

    public void run() {
        control.beginWrite().await();
        ReadersWriters.data++;
        control.endWrite();
    }
}

class Ticket {
    private boolean admitted;

    synchronized void await() {
        while (!admitted) {
            try {
                wait();
            } catch (InterruptedException e) {
            }
        }
    }

    synchronized void admit() {
        admitted = true;
        notify();
    }
}

class Controller {
    private int reading;
    private boolean writing;
    private Ticket[] readers;
    private Ticket[] writers;
    private int waitingReaders;
    private int waitingWriters;

    Controller(int bound) {
        readers = new Ticket[bound];
        writers = new Ticket[bound];
    }

    synchronized Ticket beginRead() {
        Ticket ticket = new Ticket();
        if (writing || waitingWriters > 0) {
            readers[waitingReaders++] = ticket;
        } else {
            reading++;
            ticket.admit();
        }
        return ticket;
    }

    synchronized void endRead() {
        reading--;
        if (reading == 0 && waitingWriters > 0) {
            admitWriter();
        }
    }

    synchronized Ticket beginWrite() {
        Ticket ticket = new Ticket();
        if (writing || reading > 0) {
            writers[waitingWriters++] = ticket;
        } else {
            writing = true;
            ticket.admit();
        }
        return ticket;
    }

    synchronized void endWrite() {
        writing = false;
        if (waitingReaders > 0) {
            while (waitingReaders > 0) {
                reading++;
                waitingReaders--;
                readers[waitingReaders].admit();
                readers[waitingReaders] = null;
            }
        } else if (waitingWriters > 0) {
            admitWriter();
        }
    }

    private void admitWriter() {
        writing = true;
        waitingWriters--;
        writers[waitingWriters].admit();
        writers[waitingWriters] = null;
    }
}
