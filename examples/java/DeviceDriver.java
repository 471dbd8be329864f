// Two user threads and a device driver that hand buffers to each other. SC06 section 2, "Semaphores", as Java programs write it.
//
// A buffer belongs to a user until its request is in the queue, then to the driver until it releases the semaphore of the request, then
// to the user again. `owner` is there for the predicate only, which says what the paper's predicates say by control points.
//
// Expected: holds. The first user reads what the driver wrote, the driver reads what the second user wrote.

import commute.Exclusive;
import java.util.concurrent.Semaphore;

public class DeviceDriver {
    static final Object poolLock = new Object();
    static final Buffer[] pool = {new Buffer(), new Buffer()};
    static int used;
    static final RequestQueue requests = new RequestQueue();
    static final Thread driver = new Driver();

    static Buffer getBuffer() {
        synchronized (poolLock) {
            return pool[used++];
        }
    }

    public static void main(String[] args) {
        driver.setDaemon(true);
        driver.start();
        new Reader().start();
        new Writer().start();
    }
}

class Buffer {
    Thread owner;
    @Exclusive("owner == Thread.currentThread()")
    int data;
}

class Request {
    final boolean isRead;
    final Buffer buffer;
    final Thread user = Thread.currentThread();
    final Semaphore done = new Semaphore(0);

    Request(boolean isRead, Buffer buffer) {
        this.isRead = isRead;
        this.buffer = buffer;
    }
}

class RequestQueue {
    private final Request[] slots = new Request[2];
    private int in;
    private int out;

    synchronized void send(Request request) throws InterruptedException {
        while (in - out == slots.length) {
            wait();
        }
        slots[in % slots.length] = request;
        in++;
        notifyAll();
    }

    synchronized Request receive() throws InterruptedException {
        while (in == out) {
            wait();
        }
        Request request = slots[out % slots.length];
        out++;
        notifyAll();
        return request;
    }
}

class Reader extends Thread {
    public void run() {
        try {
            Buffer buffer = DeviceDriver.getBuffer();
            Request request = new Request(true, buffer);
            buffer.owner = DeviceDriver.driver;
            DeviceDriver.requests.send(request);
            request.done.acquire();
            assert buffer.data == 7 : "the driver has filled the buffer";
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}

class Writer extends Thread {
    public void run() {
        try {
            Buffer buffer = DeviceDriver.getBuffer();
            buffer.owner = this;
            buffer.data = 5;
            buffer.owner = DeviceDriver.driver;
            Request request = new Request(false, buffer);
            DeviceDriver.requests.send(request);
            request.done.acquire();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}

class Driver extends Thread {
    public void run() {
        try {
            while (true) {
                Request request = DeviceDriver.requests.receive();
                if (request.isRead) {
                    request.buffer.data = 7;
                } else {
                    assert request.buffer.data == 5 : "the user has filled the buffer";
                }
                request.buffer.owner = request.user;
                request.done.release();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
