// Blocks that move between files and a free list. SC06 section 2, "Memory Re-use", as Java programs write it.
//
// A block on the free list is protected by the lock of the list, a block of a file by the lock of that file: a different lock each
// time the block is used again.
//
// Expected: holds. Two threads write to and give back blocks, each of a file of its choice.

import commute.Verify;

public class MemoryReuse {
    static final FreeList free = new FreeList();
    static final FileOfBlock[] files = {new FileOfBlock(), new FileOfBlock()};

    public static void main(String[] args) {
        free.giveBack(new Block());
        free.giveBack(new Block());
        new User(1).start();
        new User(2).start();
    }
}

class Block {
    int data;
    Block next;
}

class FreeList {
    private Block first;

    synchronized Block allocate() {
        Block block = first;
        if (block != null) {
            first = block.next;
            block.next = null;
            block.data = 0;
        }
        return block;
    }

    synchronized void giveBack(Block block) {
        block.next = first;
        first = block;
    }
}

class FileOfBlock {
    private Block block;

    synchronized void write(int value) {
        if (block == null) {
            block = MemoryReuse.free.allocate();
        }
        if (block != null) {
            block.data = value;
        }
    }

    synchronized void check(int value) {
        if (block != null) {
            assert block.data == 1 || block.data == 2 : "what a file was given stays there";
            MemoryReuse.free.giveBack(block);
            block = null;
        }
    }
}

class User extends Thread {
    private final int number;

    User(int number) {
        this.number = number;
    }

    public void run() {
        FileOfBlock file = MemoryReuse.files[Verify.choose(2)];
        file.write(number);
        file.check(number);
    }
}
