package java.rmi.registry;

import java.rmi.AlreadyBoundException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.server.RemoteServer;

/** A registry of this process. */
final class Names extends RemoteServer implements Registry {
    private static final long serialVersionUID = 1;

    private Entry first;

    private static final class Entry {
        final String name;
        final Remote object;
        final Entry next;

        Entry(String name, Remote object, Entry next) {
            this.name = name;
            this.object = object;
            this.next = next;
        }
    }

    private Entry find(String name) {
        if (name == null) {
            throw new NullPointerException();
        }
        Entry at = first;
        while (at != null && !at.name.equals(name)) {
            at = at.next;
        }
        return at;
    }

    private Entry without(Entry from, Entry gone) {
        return from == gone ? gone.next : new Entry(from.name, from.object, without(from.next, gone));
    }

    @Override
    public synchronized Remote lookup(String name) throws NotBoundException {
        Entry found = find(name);
        if (found == null) {
            throw new NotBoundException(name);
        }
        return found.object;
    }

    @Override
    public synchronized void bind(String name, Remote object) throws AlreadyBoundException {
        if (find(name) != null) {
            throw new AlreadyBoundException(name);
        }
        first = new Entry(name, object, first);
    }

    @Override
    public synchronized void unbind(String name) throws NotBoundException {
        Entry found = find(name);
        if (found == null) {
            throw new NotBoundException(name);
        }
        first = without(first, found);
    }

    @Override
    public synchronized void rebind(String name, Remote object) {
        Entry found = find(name);
        first = new Entry(name, object, found == null ? first : without(first, found));
    }

    @Override
    public synchronized String[] list() {
        int count = 0;
        for (Entry at = first; at != null; at = at.next) {
            count++;
        }
        String[] names = new String[count];
        for (Entry at = first; at != null; at = at.next) {
            names[--count] = at.name;
        }
        return names;
    }
}
