package org.wukongs.store.template;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The rows that members of a template had at the execution before, remembered or computed again.
 * The thread that executes.
 */
public final class RowsBefore {

    private final MembersView members;
    private final TemplateResult ofAll; // null if each member has its own, or nothing is remembered
    private final TemplateResult[] own; // by number; null if one result is for all
    private TemplateResult again; // of the missing members; null before they are executed

    private RowsBefore(MembersView members, TemplateResult ofAll, TemplateResult[] own) {
        this.members = members;
        this.ofAll = ofAll;
        this.own = own;
    }

    /**
     * Rows from one result for all members; it may lack some, and is null if nothing is remembered.
     */
    public static RowsBefore of(MembersView members, TemplateResult remembered) {
        return new RowsBefore(members, remembered, null);
    }

    /**
     * Rows from one result for each member, by its number in {@code members}; null if it is not
     * remembered.
     */
    public static RowsBefore of(MembersView members, TemplateResult[] remembered) {
        return new RowsBefore(members, null, remembered);
    }

    /**
     * Members without a remembered result: new members, and those that exceeded a limit.
     *
     * @return their numbers, ascending
     */
    public int[] missing() {
        if (ofAll != null && ofAll.members() == members && ofAll.failures().isEmpty()) {
            return new int[0];
        }
        return IntStream.rangeClosed(1, members.memberCount())
                .filter(number -> remembered(number) == null)
                .toArray();
    }

    /** Adds the result of executing the missing members again. */
    public void add(TemplateResult executed) {
        again = executed;
    }

    /** The result of the missing members; null if they were not executed again. */
    TemplateResult again() {
        return again;
    }

    /** The remembered result that has a member's rows, null if there is none. */
    TemplateResult remembered(int number) {
        TemplateResult result = own == null ? ofAll : own[number];
        return result != null && knows(result, number) ? result : null;
    }

    /** The result that has a member's rows, null if it could not be executed. */
    TemplateResult of(int number) {
        TemplateResult result = remembered(number);
        return result == null && again != null && knows(again, number) ? again : result;
    }

    private boolean knows(TemplateResult result, int number) {
        int there = result.members().numberOf(members, number);
        return there > 0 && result.failure(there) == null;
    }

    /** All results that may have rows of members. */
    List<TemplateResult> results() {
        Set<TemplateResult> results = Collections.newSetFromMap(new IdentityHashMap<>());
        List<TemplateResult> ordered = new ArrayList<>();
        for (int number = own == null ? 0 : 1; own != null && number < own.length; number++) {
            if (own[number] != null && results.add(own[number])) {
                ordered.add(own[number]);
            }
        }
        if (ofAll != null) {
            ordered.add(ofAll);
        }
        if (again != null) {
            ordered.add(again);
        }
        return ordered;
    }
}
