package org.wukongs.fabric.verbs;

import com.ibm.disni.verbs.IbvMr;
import com.ibm.disni.verbs.IbvWC;
import com.ibm.disni.verbs.IbvWC.IbvWcStatus;
import com.ibm.disni.verbs.SVCPollCq;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;
import org.agrona.BufferUtil;
import org.agrona.UnsafeAccess;
import org.wukongs.store.fabric.FabricCounts;
import org.wukongs.store.fabric.RegionKey;
import org.wukongs.store.fabric.RemoteLostException;

/**
 * Reads of one thread at a time over one connection. Reads are added, and posted by up to {@link
 * #DOORBELL_READS} in a call into a buffer that the device writes to; {@link #finish} waits for all
 * of them and copies them from there.
 *
 * <p>After a read that has not ended well, the lane is of no use.
 */
final class ReadLane implements AutoCloseable {

    static final int DOORBELL_READS = 16;

    /** Reads under way: a device has some 16 on the wire, the rest waits in its queue. */
    static final int READS_UNDER_WAY_MAX = 8 * DOORBELL_READS;

    /** More than a block of a column needs, unless its lists are long: these take several parts. */
    static final int BUFFER_BYTES = 1 << 18;

    /** Reads whose results wait in the buffer. */
    private static final int READS_MAX = 1024;

    /** How often completions are looked for between two looks at clock and connection. */
    private static final int LOOKS = 512;

    private static final IbvWcStatus[] STATUS = IbvWcStatus.values();

    private static final long LONGS_OFFSET = UnsafeAccess.UNSAFE.arrayBaseOffset(long[].class);

    private final VerbsConnection connection;
    private final RegionKey key;
    private final int[] keys;
    private final long readNs;
    private final FabricCounts counts;
    private final ByteBuffer buffer; // held: the registration does not
    private final long bufferAddress;
    private final Doorbell[] doorbells = new Doorbell[1 + DOORBELL_READS]; // by number of reads
    private final IbvWC[] results = new IbvWC[READS_UNDER_WAY_MAX / DOORBELL_READS];
    private final SVCPollCq look;

    // Of the reads that wait in the buffer, in the order of their places there
    private final long[] offsets = new long[READS_MAX];
    private final int[] words = new int[READS_MAX];
    private final int[] places = new int[READS_MAX];
    private int added;
    private int posted;
    private int addedBytes;
    private int callsUnderWay;
    private long deadlineNs;
    private int depth; // of enter and leave
    private boolean broken;

    ReadLane(VerbsWay way, FabricCounts counts) throws IOException {
        this.key = way.key();
        this.keys = key.keys().stream().mapToInt(Integer::intValue).toArray();
        this.readNs = way.limits().readNs();
        this.counts = counts;
        this.buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
        this.bufferAddress = BufferUtil.address(buffer);
        this.connection = new VerbsConnection(way, READS_UNDER_WAY_MAX);
        boolean made = false;
        try {
            IbvMr local = connection.register(buffer);
            for (int count = 1; count <= DOORBELL_READS; count++) {
                doorbells[count] = new Doorbell(connection.queue(), count, local.getLkey());
            }
            for (int i = 0; i < results.length; i++) {
                results[i] = new IbvWC();
            }
            look = connection.completions().poll(results, results.length);
            made = true;
        } finally {
            if (!made) {
                connection.close();
                freeDoorbells();
            }
        }
    }

    /** Returns how deep calls of enter are nested. */
    int enter() {
        return ++depth;
    }

    int leave() {
        return --depth;
    }

    boolean isBroken() {
        return broken;
    }

    /**
     * Adds a read, which may wait for others that were added before.
     *
     * @param offset of the first word in the memory, which has all of them
     */
    void add(long offset, int count, long[] into, int at) {
        int done = 0;
        while (done < count) {
            if (added == READS_MAX || addedBytes == BUFFER_BYTES) {
                finish(into);
            }
            long from = offset + (long) done * Long.BYTES;
            long inPiece = RegionKey.PIECE_BYTES - from % RegionKey.PIECE_BYTES;
            long room = Math.min(inPiece, BUFFER_BYTES - addedBytes) / Long.BYTES;
            int some = (int) Math.min(room, count - done);
            offsets[added] = from;
            words[added] = some;
            places[added++] = at + done;
            addedBytes += some * Long.BYTES;
            done += some;
            if (added - posted == DOORBELL_READS) {
                post();
            }
        }
    }

    /** Waits for all reads that were added, and writes them to their places in {@code into}. */
    void finish(long[] into) {
        if (added > posted) {
            post();
        }
        await(0);
        long from = bufferAddress;
        for (int i = 0; i < added; i++) {
            if (words[i] == 1) {
                into[places[i]] = UnsafeAccess.UNSAFE.getLong(from);
            } else {
                UnsafeAccess.UNSAFE.copyMemory(
                        null,
                        from,
                        into,
                        LONGS_OFFSET + (long) places[i] * Long.BYTES,
                        (long) words[i] * Long.BYTES);
            }
            from += (long) words[i] * Long.BYTES;
        }
        if (added > 0) {
            counts.add(added, addedBytes);
        }
        added = 0;
        posted = 0;
        addedBytes = 0;
    }

    private void post() {
        if (broken) {
            throw lost("a connection that has failed before");
        }
        if (posted == 0) {
            deadlineNs = System.nanoTime() + readNs;
        } else {
            checkDeadline(); // a device that is slow, but not stuck, is not waited for either
        }
        await(results.length - 1);
        int count = added - posted;
        int bytes = 0;
        for (int i = posted; i < added; i++) {
            bytes += words[i] * Long.BYTES;
        }
        long local = bufferAddress + addedBytes - bytes;
        Doorbell doorbell = doorbells[count];
        for (int i = 0; i < count; i++) {
            long offset = offsets[posted + i];
            int length = words[posted + i] * Long.BYTES;
            int remoteKey = keys[(int) (offset / RegionKey.PIECE_BYTES)];
            doorbell.set(i, key.address() + offset, remoteKey, length, local);
            local += length;
        }
        posted = added;
        try {
            doorbell.ring();
        } catch (IOException e) {
            throw lost(e.getMessage());
        }
        callsUnderWay++;
    }

    /** Waits until at most so many calls are under way. */
    private void await(int callsMax) {
        try {
            for (int looks = 1; callsUnderWay > callsMax; looks++) {
                int found = look.execute().getPolls();
                for (int i = 0; i < found; i++) {
                    check(results[i].getStatus());
                }
                callsUnderWay -= found;
                if (found == 0 && looks % LOOKS == 0) {
                    checkTime();
                }
                Thread.onSpinWait();
            }
        } catch (IOException e) {
            throw lost(e.getMessage());
        }
    }

    private void check(int status) {
        boolean isKnown = status >= 0 && status < STATUS.length;
        if (!isKnown || STATUS[status] != IbvWcStatus.IBV_WC_SUCCESS) {
            throw lost("status=" + (isKnown ? STATUS[status].name() : status));
        }
    }

    private void checkTime() throws IOException {
        if (connection.isLost()) {
            throw lost("the other end has gone");
        }
        checkDeadline();
        LockSupport.parkNanos(1); // reads that take so long end no sooner if a core is burnt
    }

    private void checkDeadline() {
        if (System.nanoTime() - deadlineNs > 0) {
            throw lost("not read in time");
        }
    }

    private RemoteLostException lost(String reason) {
        broken = true;
        return new RemoteLostException(
                "reads over RDMA fail: host="
                        + key.host()
                        + " port="
                        + key.port()
                        + " reason="
                        + reason);
    }

    @Override
    public void close() {
        connection.close();
        freeDoorbells();
        look.free();
    }

    private void freeDoorbells() {
        for (Doorbell doorbell : doorbells) {
            if (doorbell != null) {
                doorbell.free();
            }
        }
    }
}
