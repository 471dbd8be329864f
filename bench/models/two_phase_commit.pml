/* bench/models/two_phase_commit.cm. Who is done stands before `false`, for ever. What is dead is zero. */
#ifndef N
#define N 3
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

#define YES 1
#define NO 2
#define COMMIT 3
#define ABORT 4
/* The coordinator is process 0. */
#define ME (_pid - 1)

chan asked[N] = [1] of { byte };
chan votes = [N] of { bit };
chan told[N] = [1] of { bit };
byte state[N];

active proctype coordinator() {
  byte r, i;
  bit all, vote;
ask:
  if
  :: d_step { i < N - 1 && nfull(asked[i]) -> asked[i]!r; i++ }; goto ask
  :: d_step { i == N - 1 && nfull(asked[i]) -> asked[i]!r; i = 0; all = 1 }
  fi;
collect:
  if
  :: d_step { i < N - 1 && nempty(votes) -> votes?vote; all = all && vote; vote = 0; i++ }; goto collect
  :: d_step { i == N - 1 && nempty(votes) -> votes?vote; all = all && vote; vote = 0; i = 0 }
  fi;
tell:
  if
  :: d_step { i < N - 1 && nfull(told[i]) -> told[i]!all; i++ }; goto tell
  :: d_step { i == N - 1 && r < ROUNDS - 1 && nfull(told[i]) -> told[i]!all; i = 0; all = 0; r++ }; goto ask
  :: d_step { i == N - 1 && r == ROUNDS - 1 && nfull(told[i]) -> told[i]!all; i = 0; all = 0; r = 0 }
  fi;
  false
}

active [N] proctype participant() {
  byte r, round;
  bit commit;
again:
  if
  :: d_step { asked[ME]?round; round = 0 }
  fi;
  if
  :: true -> state[ME] = YES; votes!1
  :: true -> state[ME] = NO; votes!0
  fi;
  if
  :: told[ME]?commit
  fi;
  /* Only who is to commit looks at what it has said. */
  if
  :: d_step { commit -> assert(state[ME] == YES) }
  :: d_step { !commit && r < ROUNDS - 1 -> state[ME] = ABORT; r++ }; goto again
  :: d_step { !commit && r == ROUNDS - 1 -> state[ME] = ABORT; r = 0 }; goto stop
  fi;
  if
  :: d_step { r < ROUNDS - 1 -> state[ME] = COMMIT; commit = 0; r++ }; goto again
  :: d_step { r == ROUNDS - 1 -> state[ME] = COMMIT; commit = 0; r = 0 }
  fi;
stop:
  false
}
