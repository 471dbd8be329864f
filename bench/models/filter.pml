/* bench/models/filter.cm. What happens to k and l after a read is part of the step that reads, so there is one
   option for each place where the thread may go on. The `if` with one option is there
   because Spin does not let one jump to a d_step. */
#ifndef N
#define N 3
#endif
#ifndef K
#define K 2
#endif

#define FIRST (_pid == 0)
#define NEXT (k + 1 + (k + 1 == _pid))
#define IS_LAST (NEXT >= N)

byte level[N];
byte last[N];
bool inside;
byte turns;

active [N] proctype contender() {
  byte l = 1;
  byte k;
claim:
  level[_pid] = l;
  d_step { last[l] = _pid; k = FIRST };
look:
  if
  :: d_step { level[k] < l && !IS_LAST -> k = NEXT }; goto look
  :: d_step { level[k] < l && IS_LAST && l < N - 1 -> k = 0; l++ }; goto claim
  :: d_step { level[k] < l && IS_LAST && l == N - 1 -> k = 0; l = 0 }; goto enter
  :: level[k] >= l
  fi;
  if
  :: d_step { last[l] != _pid && !IS_LAST -> k = NEXT }; goto look
  :: d_step { last[l] != _pid && IS_LAST && l < N - 1 -> k = 0; l++ }; goto claim
  :: d_step { last[l] != _pid && IS_LAST && l == N - 1 -> k = 0; l = 0 }; goto enter
  :: last[l] == _pid -> goto look
  fi;
enter:
  if
  :: d_step { assert(!inside); inside = true }
  fi;
  d_step { inside = false; turns = (turns + 1) % K; level[_pid] = 0; l = 1 };
  goto claim
}
