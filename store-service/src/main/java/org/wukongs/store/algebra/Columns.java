package org.wukongs.store.algebra;

import java.util.BitSet;
import java.util.stream.IntStream;

/** A set of columns of a binding table. Immutable. */
final class Columns {

    static final Columns NONE = new Columns(new BitSet());

    private final BitSet bits;

    private Columns(BitSet bits) {
        this.bits = bits;
    }

    static Columns of(int... columns) {
        BitSet bits = new BitSet();
        for (int column : columns) {
            bits.set(column);
        }
        return new Columns(bits);
    }

    Columns plus(Columns others) {
        BitSet sum = (BitSet) bits.clone();
        sum.or(others.bits);
        return new Columns(sum);
    }

    Columns and(Columns others) {
        BitSet common = (BitSet) bits.clone();
        common.and(others.bits);
        return new Columns(common);
    }

    Columns minus(Columns others) {
        BitSet rest = (BitSet) bits.clone();
        rest.andNot(others.bits);
        return new Columns(rest);
    }

    /** Returns true if the set has the column; false for -1, which is not a column. */
    boolean contains(int column) {
        return column >= 0 && bits.get(column);
    }

    boolean containsAll(Columns others) {
        return others.minus(this).isEmpty();
    }

    boolean meets(Columns others) {
        return bits.intersects(others.bits);
    }

    boolean isEmpty() {
        return bits.isEmpty();
    }

    /** Returns the columns, ascending. */
    int[] toArray() {
        return bits.stream().toArray();
    }

    IntStream stream() {
        return bits.stream();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Columns columns && bits.equals(columns.bits);
    }

    @Override
    public int hashCode() {
        return bits.hashCode();
    }

    @Override
    public String toString() {
        return bits.toString();
    }
}
