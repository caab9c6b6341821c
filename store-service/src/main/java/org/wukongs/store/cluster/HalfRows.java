package org.wukongs.store.cluster;

import java.util.Arrays;
import org.wukongs.wire.WireWriter;

/** Halves of triples of one graph, on their way to another node. One thread. */
final class HalfRows {

    private long[] subjects = new long[64];
    private long[] pids = new long[64];
    private long[] objects = new long[64];
    private byte[] halves = new byte[64];
    private int size;
    private long[] numbers = new long[64]; // of mentions that are due
    private int numberCount;

    /** Adds the number of the mention that is added next. */
    void addNumber(long number) {
        if (numberCount == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * numberCount);
        }
        numbers[numberCount++] = number;
    }

    void add(long subject, long pid, long object, int half) {
        if (size == halves.length) {
            int capacity = Math.min(RequestLimits.HALVES_MAX, 2 * size);
            subjects = Arrays.copyOf(subjects, capacity);
            pids = Arrays.copyOf(pids, capacity);
            objects = Arrays.copyOf(objects, capacity);
            halves = Arrays.copyOf(halves, capacity);
        }
        subjects[size] = subject;
        pids[size] = pid;
        objects[size] = object;
        halves[size++] = (byte) half;
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
        numberCount = 0;
    }

    WireWriter encode(GraphHalves of, WireWriter out) {
        return out.putString(of.graph())
                .putByte((byte) of.existence().code())
                .putLong(of.oldest())
                .putLongs(Arrays.copyOf(subjects, size))
                .putLongs(Arrays.copyOf(pids, size))
                .putLongs(Arrays.copyOf(objects, size))
                .putBytes(Arrays.copyOf(halves, size))
                .putLongs(Arrays.copyOf(numbers, numberCount));
    }
}
