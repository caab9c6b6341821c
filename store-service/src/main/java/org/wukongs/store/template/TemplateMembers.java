package org.wukongs.store.template;

import java.util.Arrays;
import org.wukongs.error.WukongsException;
import org.wukongs.id.IdHash;

/**
 * The members of a query template: each tuple of constants once, with the queries that have these
 * constants.
 *
 * <p>One thread adds and removes; each change publishes a generation, {@link #view()}, that any
 * thread may read while the next changes are made. A member without queries stays in the view, and
 * is used again when a query with its constants is added. When half of the members have no queries,
 * these are dropped and the others get new numbers.
 */
final class TemplateMembers {

    /** 16 M members take about 2 GB. */
    static final int MEMBER_COUNT_MAX = 1 << 24;

    private static final int CAPACITY_MIN = 16;
    private static final int IDLE_COUNT_MIN = 64;

    private final QueryTemplate template;
    private final int slotCount;
    private SlotIndex[] slots;
    private TemplateMember[] members; // by number
    private long[] ids; // by number
    private long idsGiven;
    private final SubscriptionList subscriptions = new SubscriptionList();
    private int[] table; // tuple's hash → number, with linear probing
    private int memberCount;
    private int idleCount; // members without queries
    private volatile MembersView view; // owner: the thread that adds

    TemplateMembers(QueryTemplate template, int slotCount) {
        this.template = template;
        this.slotCount = slotCount;
        clear();
        publish();
    }

    private void clear() {
        slots = new SlotIndex[slotCount];
        Arrays.setAll(slots, slot -> new SlotIndex());
        members = new TemplateMember[CAPACITY_MIN];
        ids = new long[CAPACITY_MIN];
        table = new int[2 * CAPACITY_MIN];
        memberCount = 0;
        idleCount = 0;
    }

    /**
     * Adds a query.
     *
     * @param constants a vid for each slot
     * @throws WukongsException USER if there are too many members
     */
    TemplateSubscription add(String query, long... constants) {
        int place = place(constants);
        int number = table[place];
        if (number == 0) {
            addMember(place, ++idsGiven, constants);
            publish();
            number = memberCount;
        }
        TemplateMember member = members[number];
        if (member == null) {
            member = new TemplateMember(template, number);
            members[number] = member;
            idleCount--;
        }
        TemplateSubscription subscription = member.subscribe(query);
        subscriptions.add(subscription);
        return subscription;
    }

    private void addMember(int place, long id, long[] constants) {
        if (memberCount == MEMBER_COUNT_MAX) {
            throw WukongsException.user(
                    "too many queries with different constants: memberCountMax="
                            + MEMBER_COUNT_MAX);
        }
        for (int slot = 0; slot < slotCount; slot++) {
            if (constants[slot] <= 0) {
                throw new IllegalArgumentException("no vertex: constant=" + constants[slot]);
            }
        }
        for (int slot = 0; slot < slotCount; slot++) {
            slots[slot].add(constants[slot]);
        }
        memberCount++;
        idleCount++;
        table[place] = memberCount;
        ids[memberCount] = id;
        if (memberCount + 1 == members.length) {
            members = Arrays.copyOf(members, 2 * members.length);
            ids = Arrays.copyOf(ids, 2 * ids.length);
            growTable();
        }
    }

    private int place(long[] constants) {
        int at = IdHash.slot(hash(constants), table.length);
        while (table[at] != 0 && !isMember(table[at], constants)) {
            at = at + 1 & table.length - 1;
        }
        return at;
    }

    private static long hash(long[] constants) {
        long hash = 0;
        for (long constant : constants) {
            hash = IdHash.mix(hash, constant);
        }
        return hash;
    }

    private boolean isMember(int number, long[] constants) {
        for (int slot = 0; slot < slotCount; slot++) {
            if (slots[slot].constant(number) != constants[slot]) {
                return false;
            }
        }
        return true;
    }

    private void growTable() {
        table = new int[2 * table.length];
        for (int number = 1; number <= memberCount; number++) {
            table[place(constants(number))] = number;
        }
    }

    private long[] constants(int number) {
        long[] constants = new long[slotCount];
        for (int slot = 0; slot < slotCount; slot++) {
            constants[slot] = slots[slot].constant(number);
        }
        return constants;
    }

    /** Ends a query's subscription; returns false if it had ended. */
    boolean remove(TemplateSubscription subscription) {
        TemplateMember member = subscription.member();
        if (!subscription.end()) {
            return false;
        }
        subscriptions.ended();
        if (member.newest() == null) {
            members[member.number()] = null;
            idleCount++;
            if (idleCount >= IDLE_COUNT_MIN && idleCount > memberCount / 2) {
                dropIdle();
            }
        }
        return true;
    }

    /** Starts over with the members that have queries; readers keep the views that they have. */
    private void dropIdle() {
        SlotIndex[] before = slots;
        TemplateMember[] kept = members; // views published before have this array
        long[] keptIds = ids;
        int count = memberCount;
        clear();
        long[] constants = new long[slotCount];
        for (int number = 1; number <= count; number++) {
            if (kept[number] != null) {
                for (int slot = 0; slot < slotCount; slot++) {
                    constants[slot] = before[slot].constant(number);
                }
                addMember(place(constants), keptIds[number], constants);
                members[memberCount] = kept[number];
                kept[number].renumber(memberCount);
                idleCount--;
            }
        }
        publish();
    }

    private void publish() {
        SlotView[] views = new SlotView[slotCount];
        for (int slot = 0; slot < slotCount; slot++) {
            views[slot] = slots[slot].view();
        }
        view = new MembersView(views, memberCount, members, ids);
    }

    /** The members published last. Any thread. */
    MembersView view() {
        return view;
    }

    /** All queries in the order of their registration. */
    SubscriptionList subscriptions() {
        return subscriptions;
    }

    /** The number of members that have queries. */
    int count() {
        return memberCount - idleCount;
    }

    /** Bytes that members take, without their subscriptions; 32 for each object. */
    long bytes() {
        long bytes = (long) (table.length + members.length) * Integer.BYTES + 32L * count();
        bytes += (long) ids.length * Long.BYTES;
        for (SlotIndex slot : slots) {
            bytes += slot.bytes();
        }
        return bytes;
    }
}
