package org.wukongs.store.template;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.wukongs.csparql.CsparqlQuery.Emission;
import org.wukongs.error.WukongsException;
import org.wukongs.store.explore.BindingTable;

/**
 * ISTREAM and DSTREAM of all members of a template: the rows that an execution has and the one
 * before it had not, or the other way round (csparql.md, "Result forms"). Whoever executes.
 */
public final class TemplateDifference {

    private static final int CAPACITY_MIN = 16;

    private final TemplateResult whole;
    private final List<TemplateResult> before; // each of other members; none where there was none
    private final BindingTable found;
    private long[] memberOfRow = new long[CAPACITY_MIN];

    private TemplateDifference(TemplateResult whole, List<TemplateResult> before) {
        this.whole = whole;
        this.before = before;
        this.found = new BindingTable(whole.rows().table().columnCount());
    }

    /**
     * Members whose rows at the execution before are not in {@code remembered}: new ones, and those
     * that reached a limit.
     *
     * @param remembered null where nothing is
     * @return their numbers in {@code members}, ascending
     */
    public static int[] missing(MembersView members, TemplateResult remembered) {
        boolean all = remembered != null && remembered.members() == members;
        if (all && remembered.failures().isEmpty()) {
            return new int[0];
        }
        return IntStream.rangeClosed(1, members.memberCount())
                .filter(number -> remembered == null || !knows(remembered, members, number))
                .toArray();
    }

    private static boolean knows(TemplateResult result, MembersView members, int number) {
        int there = result.members().numberOf(members, number);
        return there > 0 && result.failure(there) == null;
    }

    /**
     * What is new in a result, or gone, by its query's emission.
     *
     * @param whole the whole result
     * @param before those of the execution before, each of other members; empty where there was no
     *     execution, so that all is new
     */
    public static TemplateResult of(
            Emission emission, TemplateResult whole, List<TemplateResult> before, long engineNs) {
        TemplateDifference difference = new TemplateDifference(whole, before);
        List<MemberFailure> failures = difference.failures();
        TemplateResult known = whole.with(whole.rows(), failures, engineNs);
        if (emission == Emission.ISTREAM) {
            difference.addNew(known);
        } else {
            before.forEach(result -> difference.addGone(known, result));
        }
        return whole.with(difference.rows(), failures, engineNs);
    }

    /** Of the execution, and of the one before where that was not remembered. */
    private List<MemberFailure> failures() {
        List<MemberFailure> failures = new ArrayList<>(whole.failures());
        TemplateResult last = before.isEmpty() ? null : before.get(before.size() - 1);
        if (last != null) {
            for (MemberFailure failure : last.failures()) {
                for (int there = failure.first(); there <= failure.last(); there++) {
                    int number = whole.members().numberOf(last.members(), there);
                    if (number > 0 && !isRemembered(number) && whole.failure(number) == null) {
                        failures.add(new MemberFailure(number, number, failure.reason()));
                    }
                }
            }
        }
        failures.sort((a, b) -> Integer.compare(a.first(), b.first()));
        return failures;
    }

    private boolean isRemembered(int number) {
        return before.size() > 1 && knows(before.get(0), whole.members(), number);
    }

    private void addNew(TemplateResult known) {
        TemplateRows now = whole.rows();
        for (int group = 0; group < now.groupCount(); group++) {
            int number = now.member(group);
            WukongsException failure = known.failure(number);
            if (failure == null) {
                add(number, now.table(), newRows(number));
            }
        }
    }

    private int[] newRows(int number) {
        TemplateRows now = whole.rows();
        for (TemplateResult result : before) {
            int there = result.members().numberOf(whole.members(), number);
            if (there > 0 && result.failure(there) == null) {
                return now.minus(number, result.rows(), there);
            }
        }
        return IntStream.range(now.from(number), now.to(number)).toArray();
    }

    private void addGone(TemplateResult known, TemplateResult result) {
        TemplateRows then = result.rows();
        for (int group = 0; group < then.groupCount(); group++) {
            int there = then.member(group);
            int number = whole.members().numberOf(result.members(), there);
            if (number > 0 && known.failure(number) == null) {
                add(number, then.table(), then.minus(there, whole.rows(), number));
            }
        }
    }

    private void add(int number, BindingTable table, int[] rows) {
        int from = found.size();
        found.appendGathered(table, rows, rows.length);
        if (found.size() > memberOfRow.length) {
            memberOfRow = Arrays.copyOf(memberOfRow, Math.max(found.size(), 2 * from));
        }
        Arrays.fill(memberOfRow, from, found.size(), number);
    }

    private TemplateRows rows() {
        int width = found.columnCount();
        long[][] columns = new long[width + 1][];
        for (int column = 0; column < width; column++) {
            columns[column] = found.column(column);
        }
        columns[width] = memberOfRow;
        BindingTable table = new BindingTable(columns, found.size());
        return TemplateRows.group(table, whole.members().memberCount(), 0, -1);
    }
}
