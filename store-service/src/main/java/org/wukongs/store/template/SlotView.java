package org.wukongs.store.template;

import java.util.function.LongConsumer;
import org.wukongs.id.IdHash;
import org.wukongs.id.Keys;
import org.wukongs.store.view.Expansion;
import org.wukongs.store.view.Neighbours;

/**
 * The members of a {@link SlotIndex} with their constants, as they were when the view was made. Any
 * number of threads.
 */
record SlotView(
        long[] constants,
        int[] next,
        long[] distinct,
        int[] table,
        int memberCount,
        int distinctCount) {

    private static final int[] NO_NEXT = {0, 0};
    private static final int[][] TABLES = {{1, 0}, {0, 1}};

    /** A view of one member. */
    static SlotView ofOne(long constant) {
        int[] table = TABLES[IdHash.slot(IdHash.mix(constant), NO_NEXT.length)];
        return new SlotView(new long[] {0, constant}, NO_NEXT, new long[] {constant}, table, 1, 1);
    }

    /** The first member with this constant, 0 for none. */
    int first(long constant) {
        int at = IdHash.slot(IdHash.mix(constant), table.length);
        int member = table[at];
        while (member != 0 && !(member <= memberCount && constants[member] == constant)) {
            at = at + 1 & table.length - 1;
            member = table[at];
        }
        return member;
    }

    /** The next member with the same constant, 0 for none. */
    int following(int member) {
        int following = next[member];
        return following <= memberCount ? following : 0;
    }

    /** The constant of a member; 0 if the number is not a member's. */
    long constant(long member) {
        return member > 0 && member <= memberCount ? constants[(int) member] : 0;
    }

    /** Hands on all distinct constants. */
    void forEachConstant(LongConsumer consumer) {
        for (int i = 0; i < distinctCount; i++) {
            consumer.accept(distinct[i]);
        }
    }

    boolean contains(long constant, long member) {
        return constant > 0 && constant(member) == constant;
    }

    /** Expands constants to members, or members to constants, as one step of an exploration. */
    void expand(long[] vertices, int count, int direction, Expansion into) {
        if (direction == Keys.IN) {
            for (int row = 0; row < count; row++) {
                long constant = constant(vertices[row]);
                if (constant != 0) {
                    into.append(row, constant);
                }
            }
            return;
        }
        boolean unique = distinctCount == memberCount;
        for (int row = 0; row < count; row++) {
            int member = vertices[row] > 0 ? first(vertices[row]) : 0;
            while (member != 0) {
                into.append(row, member);
                member = unique ? 0 : following(member);
            }
        }
    }

    /** The list of a vertex: members of a constant, or the constant of a member. */
    Neighbours neighbours(long vertex, int direction) {
        Expansion found = new Expansion();
        expand(new long[] {vertex}, 1, direction, found);
        return new IdSlice(found.ids(), 0, found.size());
    }
}
