package org.wukongs.store.metadata;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A metadata log that does to records what its contract allows: it loses them, has them twice and
 * out of order, shows them late, and has things in it that are no records. Driven by a seed.
 */
final class SimulatedLog {

    private static final String IDENTITY = "simulated";
    private static final int DELAY_MAX = 30;

    private record Flying(byte[] bytes, long due) {}

    private final Random random;
    private final List<byte[]> entries = new ArrayList<>(); // null: no entry has this position
    private final List<Flying> flying = new ArrayList<>();
    private boolean faulty = true;
    private int begin; // entries before it are gone
    private long now;

    SimulatedLog(Random random) {
        this.random = random;
    }

    /** From now on, what is appended arrives, and soon. */
    void endOfFaults() {
        faulty = false;
    }

    /** Time goes on: what is due arrives, in any order. */
    void step() {
        now++;
        for (int i = flying.size() - 1; i >= 0; i--) {
            if (flying.get(i).due() <= now) {
                arrive(flying.remove(i).bytes());
            }
        }
    }

    private void arrive(byte[] bytes) {
        if (faulty && random.nextInt(20) == 0) {
            byte[] damaged = bytes.clone();
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            entries.add(damaged);
        }
        if (faulty && random.nextInt(20) == 0) {
            entries.add(null);
        }
        entries.add(bytes);
    }

    /** Returns the position before the oldest entry. */
    long begin() {
        return begin;
    }

    List<byte[]> entries() {
        return entries;
    }

    /** A node's connection with the log. */
    MetadataLog open(MetadataPoint from) {
        from.checkIdentity(IDENTITY);
        if (from.position() != 0 && from.position() < begin) {
            throw from.notThere(IDENTITY, "beginPosition=" + begin);
        }
        return new Handle(Math.max(begin, from.position()));
    }

    private final class Handle implements MetadataLog {

        private long position;

        Handle(long position) {
            this.position = position;
        }

        @Override
        public String identity() {
            return IDENTITY;
        }

        @Override
        public boolean append(byte[] record) {
            MetadataLog.checkedSize(record);
            if (!faulty) {
                flying.add(new Flying(record.clone(), now + 1));
                return true;
            }
            int copies = random.nextInt(4);
            for (int i = 0; i < Math.min(copies, 2); i++) {
                flying.add(new Flying(record.clone(), now + 1 + random.nextInt(DELAY_MAX)));
            }
            return copies > 0 || random.nextBoolean(); // else it is lost, or refused
        }

        @Override
        public Entry poll() {
            if (faulty && random.nextInt(5) == 0) {
                return null;
            }
            if (position < begin) {
                throw new MetadataPoint(IDENTITY, position).notThere(IDENTITY, "begin=" + begin);
            }
            while (position < entries.size()) {
                byte[] bytes = entries.get((int) position);
                position++;
                if (bytes != null) {
                    return new Entry(position, bytes);
                }
            }
            return null;
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public long endPosition() {
            return entries.size();
        }

        @Override
        public void await() {
            // time goes on by steps
        }

        @Override
        public long beginPosition() {
            return begin;
        }

        @Override
        public void truncateBefore(long newBegin) {
            begin = Math.max(begin, (int) newBegin);
        }

        @Override
        public String stall() {
            return null;
        }

        @Override
        public void close() {}
    }
}
