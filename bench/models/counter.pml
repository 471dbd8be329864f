/* examples/counter.cm. Locals are zero when they are dead, as there. */
#ifndef N
#define N 2
#endif
#ifndef K
#define K 2
#endif

byte mx, my;
byte x, y, count;

active [N] proctype user() {
  byte tx, ty;
  do
  :: true ->
     d_step { mx == 0 -> mx = _pid + 1 };
     tx = x;
     count = (count + 1) % K;
     d_step { x = (tx + 1) % K; tx = 0 };
     mx = 0
  :: true ->
     d_step { my == 0 -> my = _pid + 1 };
     ty = y;
     count = (count + K - 1) % K;
     d_step { y = (ty + 1) % K; ty = 0 };
     my = 0
  :: true ->
     d_step { mx == 0 -> mx = _pid + 1 };
     tx = x;
     d_step { my == 0 -> my = _pid + 1 };
     ty = y;
     d_step { assert(count == (tx + K - ty) % K); tx = 0; ty = 0 };
     my = 0;
     mx = 0
  od
}
