//! Class files of ours: they stand for classes of the JDK or help them. Their sources are in `models/src`.

macro_rules! models {
    ($($name:literal)*) => {
        &[$(($name, include_bytes!(concat!("../models/classes/", $name, ".class")))),*]
    };
}

/// Names and bytes.
pub const MODELS: &[(&str, &[u8])] = models![
    "commute/rt/Classes"
    "commute/rt/Cleaning"
    "commute/rt/Library"
    "commute/rt/Library$Directive"
    "commute/rt/Library$Shared"
    "commute/rt/Pool"
    "commute/rt/Pool$Entry"
    "commute/rt/Pool$Worker"
    "commute/rt/Services"
    "commute/rt/Step"
    "commute/rt/WaitQueue"
    "commute/rt/WaitQueue$Entry"
    "java/lang/Thread"
    "java/lang/Thread$Builder"
    "java/lang/Thread$Builder$OfPlatform"
    "java/lang/Thread$Builder$OfVirtual"
    "java/lang/Thread$Making"
    "java/lang/Thread$State"
    "java/lang/Thread$UncaughtExceptionHandler"
    "java/lang/Thread$Virtual"
    "java/lang/ThreadGroup"
    "java/lang/Throwable"
    "java/lang/Throwable$Suppressed"
    "java/lang/reflect/Members"
    "java/util/StringJoiner"
    "java/util/concurrent/AsyncThread"
    "java/util/concurrent/CountDownLatch"
    "java/util/concurrent/CountedCompleter"
    "java/util/concurrent/Exchanger"
    "java/util/concurrent/Exchanger$Meeting"
    "java/util/concurrent/ForkJoinPool"
    "java/util/concurrent/ForkJoinPool$ForkJoinWorkerThreadFactory"
    "java/util/concurrent/ForkJoinPool$ManagedBlocker"
    "java/util/concurrent/ForkJoinPool$UsualThreads"
    "java/util/concurrent/ForkJoinTask"
    "java/util/concurrent/ForkJoinTask$Adapted"
    "java/util/concurrent/ForkJoinWorkerThread"
    "java/util/concurrent/FutureTask"
    "java/util/concurrent/Semaphore"
    "java/util/concurrent/Semaphore$Waiter"
    "java/util/concurrent/ThreadPoolExecutor"
    "java/util/concurrent/ThreadPoolExecutor$AbortPolicy"
    "java/util/concurrent/ThreadPoolExecutor$CallerRunsPolicy"
    "java/util/concurrent/ThreadPoolExecutor$DiscardOldestPolicy"
    "java/util/concurrent/ThreadPoolExecutor$DiscardPolicy"
    "java/util/concurrent/ThreadPoolExecutor$Hand"
    "java/util/concurrent/Waits"
    "java/util/concurrent/locks/ReentrantLock"
    "java/util/concurrent/locks/ReentrantLock$Queued"
    "java/util/concurrent/locks/ReentrantLock$Waiter"
    "java/util/concurrent/locks/ReentrantLock$Waiting"
    "java/util/concurrent/locks/ReentrantReadWriteLock"
    "java/util/concurrent/locks/ReentrantReadWriteLock$Queued"
    "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock"
    "java/util/concurrent/locks/ReentrantReadWriteLock$Reader"
    "java/util/concurrent/locks/ReentrantReadWriteLock$Waiter"
    "java/util/concurrent/locks/ReentrantReadWriteLock$Waiting"
    "java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock"
];

#[cfg(test)]
mod tests;
