/* examples/dining.cm. A lock is the number of its owner plus one, or zero. */
#ifndef N
#define N 3
#endif

#define RIGHT ((_pid + 1) % N)

byte fork[N];

active [N] proctype philosopher() {
  do
  :: d_step { fork[_pid] == 0 -> fork[_pid] = _pid + 1 };
     d_step { fork[RIGHT] == 0 -> fork[RIGHT] = _pid + 1 };
     fork[RIGHT] = 0;
     fork[_pid] = 0
  od
}
