/* bench/models/ring.cm. The first stations are another process type, because who begins with a send is known
   before the first step there. */
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
  do
  :: d_step { link[_pid]?token; token = (token + 1) % K };
     d_step { link[NEXT]!token; token = 0 }
  od
}

active [TOKENS] proctype starter() {
  byte token;
  link[NEXT]!0;
  relay()
}

active [N - TOKENS] proctype station() {
  byte token;
  relay()
}
