/* bench/models/sort.cm. A thread that is done stands with pass == PASSES, for ever. There is no `do`, for the
   reason given in ring.pml. */
#ifndef T
#define T 3
#endif
#ifndef PASSES
#define PASSES 1
#endif
#ifndef SHIFT
#define SHIFT 20
#endif
#ifndef WIDTH
#define WIDTH 23
#endif
#define LENGTH 64

#define START (_pid * SHIFT)

byte a[LENGTH] = {
  22, 53, 23, 28, 30, 19, 48, 11, 21, 63, 4, 64, 58, 31, 9, 16,
  20, 24, 34, 37, 56, 55, 38, 47, 36, 32, 33, 25, 39, 51, 59, 43,
  15, 17, 3, 7, 12, 5, 1, 60, 54, 57, 50, 29, 27, 6, 10, 42,
  45, 13, 49, 62, 52, 46, 18, 14, 2, 44, 35, 26, 40, 41, 8, 61
};
hidden byte x;

active [T] proctype sorter() {
  byte pass;
  byte j = START;
end:
  if
  :: d_step {
       pass < PASSES ->
       if
       :: a[j] > a[j + 1] -> x = a[j]; a[j] = a[j + 1]; a[j + 1] = x
       :: else
       fi;
       j++;
       if
       :: j == START + WIDTH -> j = START; pass++
       :: else
       fi
     }
  fi;
  goto end
}
