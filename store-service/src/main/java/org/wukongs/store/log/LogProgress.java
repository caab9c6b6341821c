package org.wukongs.store.log;

/** How far a log is on disk. The agent writes it, any thread reads it. */
final class LogProgress {

    // owner: LogAgent; written before durable, so that a reader of both never sees it behind
    private volatile long writtenPosition;
    private volatile long durablePosition;
    private volatile long trustedPosition;
    private volatile long preambles;
    private volatile LogStall stall;
    private volatile long groupCount;
    private volatile long syncCount;
    private volatile long syncNs;
    private volatile long syncNsMax;
    private volatile long writtenBytes;
    private volatile long failureCount;
    private volatile long segmentNumber;
    private volatile long closedPosition = -1; // before the first segment has begun

    /** What was read is written, and durable up to {@code durable}. */
    LogProgress(long durable, long read) {
        writtenPosition = read;
        durablePosition = durable;
        trustedPosition = durable;
    }

    void written(long position, long bytes) {
        writtenPosition = Math.max(writtenPosition, position); // one writer
        long before = writtenBytes;
        writtenBytes = before + bytes;
    }

    void durable(long position) {
        durablePosition = Math.max(durablePosition, position); // one writer
    }

    /** What is up to here is never written again. */
    void trusted(long position) {
        trustedPosition = Math.max(trustedPosition, position); // one writer
    }

    /** So many requests for preambles are done. */
    void preambles(long count) {
        preambles = count;
    }

    void countGroup() {
        long before = groupCount; // one writer
        groupCount = before + 1;
    }

    void countSync(long ns) {
        long before = syncCount; // one writer
        syncCount = before + 1;
        long nsBefore = syncNs;
        syncNs = nsBefore + ns;
        syncNsMax = Math.max(syncNsMax, ns);
    }

    /** A segment has begun whose first record is the one after {@code before}. */
    void begun(long number, long before) {
        segmentNumber = number;
        closedPosition = before;
    }

    void failed(LogStall reason) {
        long before = failureCount; // one writer
        failureCount = before + 1;
        stall = reason;
    }

    void goesOn() {
        stall = null;
    }

    long writtenPosition() {
        return writtenPosition;
    }

    long durablePosition() {
        return durablePosition;
    }

    long preambles() {
        return preambles;
    }

    long trustedPosition() {
        return trustedPosition;
    }

    long closedPosition() {
        return closedPosition;
    }

    LogStall stall() {
        return stall;
    }

    LogMetrics metrics() {
        return new LogMetrics(
                groupCount,
                syncCount,
                syncNs,
                syncNsMax,
                writtenBytes,
                failureCount,
                segmentNumber);
    }
}
