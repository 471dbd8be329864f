/* examples/file_system.cm. A thread that is done stands at `end` for ever: were it to die, that would be one more
   step, and Spin lets processes die only in the reverse order of their creation. The `if` with one option is there
   because Spin does not let one jump to a d_step. */
#ifndef N
#define N 2
#endif
#ifndef NUMINODE
#define NUMINODE 32
#endif
#ifndef NUMBLOCKS
#define NUMBLOCKS 26
#endif

#define I (_pid % NUMINODE)

byte inode_lock[NUMINODE];
byte block_lock[NUMBLOCKS];
byte inode[NUMINODE];
bool busy[NUMBLOCKS];

active [N] proctype user() {
  byte b;
  d_step { inode_lock[I] == 0 -> inode_lock[I] = _pid + 1 };
  if
  :: d_step { inode[I] == 0 -> b = (I * 2) % NUMBLOCKS }
  :: inode[I] != 0 -> goto done
  fi;
search:
  if
  :: d_step { block_lock[b] == 0 -> block_lock[b] = _pid + 1 }
  fi;
  if
  :: !busy[b] ->
     busy[b] = true;
     inode[I] = b + 1;
     d_step { block_lock[b] = 0; b = 0 }
  :: busy[b] ->
     d_step { block_lock[b] = 0; b = (b + 1) % NUMBLOCKS };
     goto search
  fi;
done:
  inode_lock[I] = 0;
end:
  false
}
