package org.wukongs.ring;

import java.io.IOException;

/** What both streams of a side share: its memory, and waiting for the other side and waking it. */
final class RingSide {

    private final RingMemory memory;
    private final Doorbell bell;
    private final int ownWaits; // offset of the word that says what this side waits for
    private final int otherWaits;
    private final SpinBudget spins = new SpinBudget();

    RingSide(RingMemory memory, Doorbell bell, int ownWaits, int otherWaits) {
        this.memory = memory;
        this.bell = bell;
        this.ownWaits = ownWaits;
        this.otherWaits = otherWaits;
    }

    RingMemory memory() {
        return memory;
    }

    /** Wakes the other side if it waits for what this side has just stored. */
    void wakeIfWaits(long forWhat) throws IOException {
        if (memory.get(otherWaits) == forWhat
                && memory.compareAndSet(otherWaits, forWhat, RingDescriptor.AWAKE)) {
            bell.ring();
        }
    }

    /**
     * Waits until a condition is met. What the other side has stored before the connection ended
     * still counts.
     *
     * @return false if the connection ended before
     */
    boolean await(long forWhat, SpinBudget.Condition condition) throws IOException {
        if (spins.spinUntil(condition)) {
            return true;
        }
        while (true) {
            memory.set(ownWaits, forWhat);
            if (condition.isMet()) {
                memory.set(ownWaits, RingDescriptor.AWAKE);
                return true;
            }
            memory.checkWhole();
            IOException failure = null;
            boolean open = false;
            try {
                open = bell.await();
            } catch (RingException e) {
                throw e;
            } catch (IOException e) {
                failure = e; // Bells that nobody took make a reset of an end.
            }
            memory.set(ownWaits, RingDescriptor.AWAKE);
            if (condition.isMet()) {
                return true;
            }
            if (failure != null) {
                throw failure;
            }
            if (!open) {
                return false;
            }
        }
    }

    /**
     * Returns how many bytes are between two counts, one of which the other side has stored.
     *
     * @param risen by how much that one has risen since it was last looked at
     * @throws RingException if there cannot be as many, or it has fallen
     */
    int checkedBytes(long written, long read, long risen) throws RingException {
        long bytes = written - read;
        if (bytes < 0 || bytes > memory.capacityBytes() || risen < 0) {
            throw new RingException(
                    "the other side of a ring has stored a count that cannot be: written="
                            + written
                            + " read="
                            + read
                            + " capacityBytes="
                            + memory.capacityBytes());
        }
        return (int) bytes;
    }
}
