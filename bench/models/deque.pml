/* bench/models/deque.cm. Who is done stands before `false`, for ever. What is dead is zero. There is no `do`, no jump to a
   d_step and no d_step at the end of a loop, for the reasons given in ring.pml. */
#ifndef TASKS
#define TASKS 3
#endif
#ifndef THIEVES
#define THIEVES 2
#endif
#ifndef STEALS
#define STEALS 2
#endif
#define TAGS 8

byte bottom, age;
byte tasks[TASKS];
byte done[TASKS + 1];

/* The invariant, where it may become false. */
inline work(task) { done[task]++; assert(done[task] <= 1); task = 0 }

active proctype owner() {
  byte t, b, task, old;
push:
  if
  :: b = bottom
  fi;
  tasks[b] = t + 1;
  if
  :: d_step { t < TASKS - 1 -> bottom = b + 1; b = 0; t++ }; goto push
  :: d_step { t == TASKS - 1 -> bottom = b + 1; b = 0; t = 0 }
  fi;
pop:
  if
  :: d_step { bottom > 0 -> b = bottom }
  :: bottom == 0 -> goto stop
  fi;
  bottom = b - 1;
  task = tasks[b - 1];
  if
  :: d_step { b - 1 > age / TAGS -> b = 0 }; goto own
  :: d_step { b - 1 <= age / TAGS -> old = age }
  fi;
  if
  :: d_step { b - 1 == old / TAGS -> bottom = 0; b = 0 }; goto last
  :: d_step { b - 1 != old / TAGS -> bottom = 0; b = 0; task = 0; old = (old % TAGS + 1) % TAGS }; goto lost
  fi;
own:
  if
  :: d_step { work(task) }
  fi;
  goto pop;
last:
  if
  :: d_step { age == old -> age = (old % TAGS + 1) % TAGS; old = 0 }; goto won
  :: d_step { age != old -> task = 0; old = (old % TAGS + 1) % TAGS }; goto lost
  fi;
won:
  if
  :: d_step { work(task) }
  fi;
  goto stop;
lost:
  if
  :: d_step { age = old; old = 0 }
  fi;
stop:
  false
}

active [THIEVES] proctype thief() {
  byte s, task, old;
again:
  if
  :: old = age
  fi;
  if
  :: bottom > old / TAGS
  :: d_step { bottom <= old / TAGS && s < STEALS - 1 -> old = 0; s++ }; goto again
  :: d_step { bottom <= old / TAGS && s == STEALS - 1 -> old = 0; s = 0 }; goto stop
  fi;
  task = tasks[old / TAGS];
  if
  :: d_step { age == old -> age = old + TAGS; old = 0 }
  :: d_step { age != old && s < STEALS - 1 -> old = 0; task = 0; s++ }; goto again
  :: d_step { age != old && s == STEALS - 1 -> old = 0; task = 0; s = 0 }; goto stop
  fi;
  if
  :: d_step { s < STEALS - 1 -> work(task); s++ }; goto again
  :: d_step { s == STEALS - 1 -> work(task); s = 0 }; goto stop
  fi;
stop:
  false
}
