package org.wukongs.store.template;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.IntStream;
import org.wukongs.csparql.CsparqlQuery.Emission;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.value.DetachedRows;
import org.wukongs.store.value.RowTerms;

/**
 * Computes ISTREAM and DSTREAM for all members of a template: the rows that an execution has and
 * the one before had not, or the reverse (docs/queries.md). The thread that executes.
 */
public final class TemplateDifference {

    private static final int CAPACITY_MIN = 16;

    private final TemplateResult whole;
    private final RowsBefore before; // null if there was no execution before
    private final List<TemplateResult> results; // of the execution before
    private final IdentityHashMap<TemplateResult, TemplateRows> rows =
            new IdentityHashMap<>(); // with common terms
    private RowTerms terms;
    private final BindingTable found;
    private long[] memberOfRow = new long[CAPACITY_MIN];

    private TemplateDifference(TemplateResult whole, RowsBefore before, TermDictionary dictionary) {
        this.whole = whole;
        this.before = before;
        this.results = before == null ? List.of() : before.results();
        this.found = new BindingTable(whole.rows().table().columnCount());
        collectTerms(dictionary);
    }

    /**
     * Gives all rows common terms, because ids of computed terms are valid in one execution only.
     */
    private void collectTerms(TermDictionary dictionary) {
        rows.put(whole, whole.rows());
        results.forEach(result -> rows.put(result, result.rows()));
        terms = whole.rows().terms();
        if (rows.values().stream().anyMatch(some -> some.terms().hasComputed())) {
            RowTerms.Collector collector = new RowTerms.Collector(dictionary);
            rows.replaceAll(
                    (result, some) -> {
                        BindingTable table = collector.collect(some.table(), some.terms()::string);
                        return some.with(new DetachedRows(table, some.terms()));
                    });
            terms = collector.terms();
        }
    }

    /**
     * The rows that are new in a result, or gone, by the query's emission.
     *
     * @param whole the whole result
     * @param before null if there was no execution before; then all rows are new
     */
    public static TemplateResult of(
            Emission emission, TemplateResult whole, RowsBefore before, TermDictionary dictionary) {
        TemplateDifference difference = new TemplateDifference(whole, before, dictionary);
        List<MemberFailure> failures = difference.failures();
        TemplateResult known = whole.with(whole.rows(), failures);
        if (emission == Emission.ISTREAM) {
            difference.addNew(known);
        } else {
            difference.results.forEach(result -> difference.addGone(known, result));
        }
        return whole.with(difference.rows(), failures);
    }

    /** Failures of the execution, and of the one before if that was computed again. */
    private List<MemberFailure> failures() {
        List<MemberFailure> failures = new ArrayList<>(whole.failures());
        TemplateResult again = before == null ? null : before.again();
        if (again != null && !again.failures().isEmpty()) {
            for (MemberFailure failure : again.failures()) {
                for (int there = failure.first(); there <= failure.last(); there++) {
                    int number = whole.members().numberOf(again.members(), there);
                    if (number > 0
                            && before.remembered(number) == null
                            && whole.failure(number) == null) {
                        failures.add(new MemberFailure(number, number, failure.reason()));
                    }
                }
            }
            failures.sort(Comparator.comparingInt(MemberFailure::first));
        }
        return failures;
    }

    private void addNew(TemplateResult known) {
        TemplateRows now = rows.get(whole);
        for (int group = 0; group < now.groupCount(); group++) {
            int number = now.member(group);
            if (known.failure(number) == null) {
                add(number, now.table(), newRows(now, number));
            }
        }
    }

    private int[] newRows(TemplateRows now, int number) {
        TemplateResult then = before == null ? null : before.of(number);
        if (then == null) {
            return IntStream.range(now.from(number), now.to(number)).toArray();
        }
        int there = then.members().numberOf(whole.members(), number);
        return now.minus(number, rows.get(then), there);
    }

    private void addGone(TemplateResult known, TemplateResult result) {
        TemplateRows then = rows.get(result);
        for (int group = 0; group < then.groupCount(); group++) {
            int there = then.member(group);
            int number = whole.members().numberOf(result.members(), there);
            if (number > 0 && known.failure(number) == null && before.of(number) == result) {
                add(number, then.table(), then.minus(there, rows.get(whole), number));
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
        return TemplateRows.group(table, terms, whole.members().memberCount(), 0, -1);
    }
}
