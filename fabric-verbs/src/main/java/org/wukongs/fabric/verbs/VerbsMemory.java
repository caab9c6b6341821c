package org.wukongs.fabric.verbs;

import java.io.IOException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.store.fabric.FabricCounts;
import org.wukongs.store.fabric.RemoteLostException;
import org.wukongs.store.fabric.RemoteMemory;
import org.wukongs.store.fabric.RemoteReadException;

/**
 * The memory of a node on another host. A thread that enters it takes a lane, which it gives back
 * when it leaves; there are as many lanes as threads have been in it at the same time. One is
 * opened with the memory, so that a memory that cannot be reached is none.
 */
final class VerbsMemory implements RemoteMemory {

    private static final Logger LOG = LoggerFactory.getLogger(VerbsMemory.class);

    /** 32 KB, which take 2.6 µs at 100 Gbit/s, as a round trip does. */
    private static final int ROUND_WORDS = 1 << 12;

    private final VerbsWay way;
    private final int headBytes;
    private final long sizeBytes;
    private final FabricCounts counts;
    private final ConcurrentLinkedQueue<ReadLane> idle = new ConcurrentLinkedQueue<>();
    private final AtomicInteger laneCount = new AtomicInteger();

    @SuppressWarnings("ThreadLocalUsage") // a lane is one of this memory
    private final ThreadLocal<ReadLane> entered = new ThreadLocal<>();

    private volatile long notBeforeNs = System.nanoTime(); // of a further connection
    private volatile boolean closed;

    private VerbsMemory(VerbsWay way, int headBytes, FabricCounts counts) {
        this.way = way;
        this.headBytes = headBytes;
        this.sizeBytes = way.key().bytes() - headBytes;
        this.counts = counts;
    }

    /** Opens a memory, with a connection for the first thread. */
    static VerbsMemory open(VerbsWay way, int headBytes, FabricCounts counts) throws IOException {
        if (way.key().bytes() <= headBytes) {
            throw new IOException("a memory without a region: bytes=" + way.key().bytes());
        }
        VerbsMemory memory = new VerbsMemory(way, headBytes, counts);
        memory.idle.add(memory.newLane());
        return memory;
    }

    private ReadLane newLane() throws IOException {
        laneCount.incrementAndGet();
        ReadLane lane = null;
        try {
            lane = new ReadLane(way, counts);
            return lane;
        } finally {
            if (lane == null) {
                laneCount.decrementAndGet();
            }
        }
    }

    @Override
    public boolean enter() {
        ReadLane lane = entered.get();
        if (lane == null && !closed) {
            lane = takeLane();
            entered.set(lane);
        }
        if (lane == null) {
            return false;
        }
        lane.enter();
        return true;
    }

    /** Returns null if there are too many, or the owner cannot be reached. */
    private ReadLane takeLane() {
        ReadLane lane = idle.poll();
        if (lane != null
                || laneCount.get() >= way.limits().connectionCountMax()
                || System.nanoTime() - notBeforeNs < 0) {
            return lane;
        }
        try {
            return newLane();
        } catch (IOException e) {
            // An owner that is stopped or full is not tried, nor waited for, by each read.
            notBeforeNs = System.nanoTime() + way.limits().connectNs();
            LOG.warn(
                    "no further RDMA connection: host={} reason={}",
                    way.key().host(),
                    VerbsProvider.reason(e));
            return null;
        }
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void leave() {
        ReadLane lane = entered.get();
        if (lane.leave() > 0) {
            return;
        }
        entered.remove();
        if (lane.isBroken()) {
            close(); // other lanes lead to the same place
            end(lane);
        } else {
            idle.add(lane);
            if (closed) {
                endIdle();
            }
        }
    }

    private void end(ReadLane lane) {
        lane.close();
        laneCount.decrementAndGet();
    }

    private void endIdle() {
        for (ReadLane lane = idle.poll(); lane != null; lane = idle.poll()) {
            end(lane);
        }
    }

    @Override
    public void close() {
        closed = true;
        endIdle();
    }

    private ReadLane lane() {
        ReadLane lane = entered.get();
        if (lane == null) {
            throw new IllegalStateException("the thread has not entered the memory");
        }
        if (closed) {
            throw new RemoteLostException("the memory is closed: host=" + way.key().host());
        }
        return lane;
    }

    @Override
    public long sizeBytes() {
        return sizeBytes;
    }

    @Override
    public int roundWords() {
        return ROUND_WORDS;
    }

    @Override
    public void headWords(int[] at, int count, long[] into) {
        for (int i = 0; i < count; i++) {
            RemoteReadException.checkWords(at[i], 1, headBytes);
        }
        ReadLane lane = lane();
        for (int i = 0; i < count; i++) {
            lane.add(at[i], 1, into, i);
        }
        lane.finish(into);
    }

    @Override
    public void words(long[] offsets, int count, long[] into) {
        for (int i = 0; i < count; i++) {
            RemoteReadException.checkWords(offsets[i], 1, sizeBytes);
        }
        ReadLane lane = lane();
        for (int i = 0; i < count; i++) {
            if (offsets[i] != 0) {
                lane.add(headBytes + offsets[i], 1, into, i);
            }
        }
        lane.finish(into);
    }

    @Override
    public void ranges(long[] offsets, int[] counts, int[] places, int rangeCount, long[] into) {
        for (int i = 0; i < rangeCount; i++) {
            check(offsets[i], counts[i], into, places[i]);
        }
        ReadLane lane = lane();
        for (int i = 0; i < rangeCount; i++) {
            lane.add(headBytes + offsets[i], counts[i], into, places[i]);
        }
        lane.finish(into);
    }

    @Override
    public void range(long offset, int count, long[] into, int at) {
        check(offset, count, into, at);
        ReadLane lane = lane();
        lane.add(headBytes + offset, count, into, at);
        lane.finish(into);
    }

    private void check(long offset, int count, long[] into, int at) {
        RemoteReadException.checkWords(offset, count, sizeBytes);
        if (at < 0 || count > into.length - at) {
            throw new IndexOutOfBoundsException("at=" + at + " count=" + count);
        }
    }
}
