package org.wukongs.store.template;

import java.util.Arrays;
import java.util.function.LongConsumer;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.view.Expansion;
import org.wukongs.store.view.NeighbourList;
import org.wukongs.store.view.Neighbours;
import org.wukongs.store.view.TripleView;

/**
 * The members of a query template as a small graph, so that a plan may join them with windows and
 * stored graphs in any order: a triple (constant, slot's pid, member's number) for each slot of
 * each member (docs/adr/0009). It is a generation: members that come later are not in it. Any
 * number of threads.
 *
 * <p>Its pids, those of {@link #pid slots}, are valid only here. Member numbers, from 1 on, stand
 * in binding tables in place of vids.
 */
public final class MembersView extends TripleView {

    private final SlotView[] slots;
    private final int memberCount;
    private final TemplateMember[] members; // by number; owner: the thread that registers queries
    private final long[] ids; // by number, ascending

    MembersView(SlotView[] slots, int memberCount, TemplateMember[] members, long[] ids) {
        this.slots = slots;
        this.memberCount = memberCount;
        this.members = members;
        this.ids = ids;
    }

    public int slotCount() {
        return slots.length;
    }

    /** The predicate under which a slot's constants are found. */
    static long pid(int slot) {
        return slot + 1L;
    }

    /**
     * The highest member number; members are numbered from 1, and some may have no more queries.
     */
    public int memberCount() {
        return memberCount;
    }

    /**
     * The member with a number of this view, null if it has no queries; for the thread that
     * registers queries. Members that {@link TemplateRows#member} names have rows, all others have
     * none.
     */
    public TemplateMember member(int number) {
        return members[number];
    }

    /** The member id that readers see; it stays the same when the member's number changes. */
    public long id(int number) {
        return ids[number];
    }

    /**
     * The number here of a member of another generation or subset; 0 if it is not a member here.
     */
    public int numberOf(MembersView other, int number) {
        long id = other.ids[number];
        if (number <= memberCount && ids[number] == id) {
            return number;
        }
        return Math.max(0, Arrays.binarySearch(ids, 1, memberCount + 1, id));
    }

    /**
     * A view of some of the members, which are numbered from 1 on there, in this order.
     *
     * @param numbers of members here, ascending
     */
    public MembersView subset(int... numbers) {
        SlotView[] views = new SlotView[slots.length];
        TemplateMember[] chosen = new TemplateMember[numbers.length + 1];
        long[] chosenIds = new long[numbers.length + 1];
        for (int i = 0; i < numbers.length; i++) {
            chosen[i + 1] = members[numbers[i]];
            chosenIds[i + 1] = ids[numbers[i]];
        }
        for (int slot = 0; slot < slots.length; slot++) {
            views[slot] =
                    numbers.length == 1
                            ? SlotView.ofOne(slots[slot].constant(numbers[0]))
                            : view(slots[slot], numbers);
        }
        return new MembersView(views, numbers.length, chosen, chosenIds);
    }

    private static SlotView view(SlotView of, int[] numbers) {
        SlotIndex index = new SlotIndex();
        for (int number : numbers) {
            index.add(of.constant(number));
        }
        return index.view();
    }

    /** Hands on the constants of all members. */
    public void forEachConstant(LongConsumer consumer) {
        for (SlotView slot : slots) {
            slot.forEachConstant(consumer);
        }
    }

    /** The constant of a member in a slot. */
    public long constant(int member, int slot) {
        return slots[slot].constant(member);
    }

    /** Slots in which not all members have the same constant, a bit each. */
    long varyingSlots() {
        long varying = 0;
        for (int slot = 0; slot < slots.length; slot++) {
            varying |= (slots[slot].distinctCount() > 1 ? 1L : 0L) << slot;
        }
        return varying;
    }

    /** The slot of a pid, or null. */
    private SlotView slot(long pid) {
        return pid > Keys.PREDICATES && pid <= slots.length ? slots[(int) pid - 1] : null;
    }

    @Override
    public Neighbours neighbours(long key) {
        SlotView slot = slot(Keys.pid(key));
        if (slot == null) {
            return NeighbourList.EMPTY;
        }
        if (Keys.vid(key) != Vids.INDEX_VERTEX) {
            return slot.neighbours(Keys.vid(key), Keys.direction(key));
        }
        return Keys.direction(key) == Keys.OUT
                ? new IdSlice(slot.distinct(), 0, slot.distinctCount())
                : new MemberNumbers(memberCount);
    }

    @Override
    public boolean contains(long subject, long predicate, long object) {
        SlotView slot = slot(predicate);
        return slot != null && slot.contains(subject, object);
    }

    @Override
    public boolean concurrentReads() {
        return true;
    }

    @Override
    public long tripleCount(long predicate) {
        return slot(predicate) == null ? 0 : memberCount;
    }

    @Override
    public long tripleCount() {
        return (long) memberCount * slots.length;
    }

    @Override
    public void expand(long[] vertices, int count, long pid, int direction, Expansion into) {
        SlotView slot = slot(pid);
        if (slot != null) {
            slot.expand(vertices, count, direction, into);
        }
    }

    @Override
    public int probe(long[] subjects, long pid, long[] objects, int count, int[] kept) {
        SlotView slot = slot(pid);
        int size = 0;
        for (int row = 0; slot != null && row < count; row++) {
            kept[size] = row;
            size += slot.contains(subjects[row], objects[row]) ? 1 : 0;
        }
        return size;
    }
}
