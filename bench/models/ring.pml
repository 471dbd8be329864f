/* bench/models/ring.cm. The first stations are another process type, because who begins with a send is known
   before the first step there. There is no `do`, because in Spin the end of a d_step at the end of a loop is another
   control point than the beginning of the loop; no jump to a d_step, because Spin has none. */
#ifndef N
#define N 4
#endif
#ifndef TOKENS
#define TOKENS 2
#endif
#ifndef CAPACITY
#define CAPACITY 2
#endif
#ifndef K
#define K 2
#endif

#define NEXT ((_pid + 1) % N)

chan link[N] = [CAPACITY] of { byte };

inline relay() {
  if
  :: d_step { link[_pid]?token; token = (token + 1) % K }
  fi;
  d_step { link[NEXT]!token; token = 0 }
}

active [TOKENS] proctype starter() {
  byte token;
  link[NEXT]!0;
again:
  relay();
  goto again
}

active [N - TOKENS] proctype station() {
  byte token;
again:
  relay();
  goto again
}
