package org.wukongs.store.template;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.agrona.collections.Hashing;
import org.agrona.collections.Long2ObjectHashMap;
import org.wukongs.client.FailedMembers;
import org.wukongs.client.MemberRows;
import org.wukongs.client.TemplateWindow;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.explore.ExecutionBudget;
import org.wukongs.store.value.RowTerms;
import org.wukongs.store.value.SolutionRows;
import org.wukongs.store.value.TermTexts;

/**
 * Makes the terms of a template's rows; if there are many rows, each term is made once and shared
 * by them. Any thread.
 */
public final class TemplateStrings {

    /** So few rows rarely have a term twice. */
    private static final int FEW_ROWS = 8;

    private static final int EXPECTED_TERMS_MAX = 1 << 10;

    private final TemplateResult result;
    private final RowTerms texts;
    private final ExecutionBudget held;
    private final Long2ObjectHashMap<String> terms; // null: not shared

    // Cells whose terms are to be made
    private final long[] waiting;
    private final int[] waitingColumns;
    private final String[][] waitingLines;
    private int waitingCount;

    private TemplateStrings(TemplateResult result, int rowCount, ExecutionBudget held) {
        this.result = result;
        this.texts = result.rows().terms();
        this.held = held;
        this.terms = rowCount > FEW_ROWS ? terms(rowCount) : null;
        int cells = Math.min(TermTexts.AHEAD_COUNT, rowCount * result.rows().table().columnCount());
        this.waiting = new long[cells];
        this.waitingColumns = new int[cells];
        this.waitingLines = new String[cells][];
    }

    private static Long2ObjectHashMap<String> terms(int rowCount) {
        int expected = Math.min(rowCount, EXPECTED_TERMS_MAX);
        return new Long2ObjectHashMap<>(2 * expected, Hashing.DEFAULT_LOAD_FACTOR);
    }

    /**
     * Makes the rows of all members, or of one.
     *
     * @param member number of the only member wanted, 0 for all
     * @param held counts the memory of the terms and rows
     */
    public static TemplateWindow of(TemplateResult result, int member, ExecutionBudget held) {
        TemplateRows rows = result.rows();
        int rowCount = member == 0 ? rows.table().size() : rows.size(member);
        TemplateStrings strings = new TemplateStrings(result, rowCount, held);
        return new TemplateWindow(
                result.windowEndMs(),
                result.snapshot(),
                result.engineNs(),
                member == 0 ? strings.members() : strings.member(member),
                member == 0 ? result.failures().stream().map(strings::failed).toList() : List.of());
    }

    private List<MemberRows> members() {
        TemplateRows rows = result.rows();
        List<MemberRows> members = new ArrayList<>();
        for (int group = 0; group < rows.groupCount(); group++) {
            members.addAll(member(rows.member(group)));
        }
        return members;
    }

    /** The rows of a member; empty if it has none. */
    private List<MemberRows> member(int number) {
        TemplateRows rows = result.rows();
        int size = rows.size(number);
        if (size == 0) {
            return List.of();
        }
        held.takeBytes(SolutionRows.bytes(rows.table().columnCount()) * size);
        List<String[]> lines = new ArrayList<>(size);
        for (int row = rows.from(number); row < rows.to(number); row++) {
            lines.add(line(rows.table(), row));
        }
        makeTerms();
        return List.of(new MemberRows(result.members().id(number), lines));
    }

    /** A row with the terms that are known; the others are made together. */
    private String[] line(BindingTable table, int row) {
        String[] line = new String[table.columnCount()];
        for (int column = 0; column < line.length; column++) {
            long id = table.get(column, row);
            line[column] = terms == null ? null : terms.get(id);
            if (line[column] == null && id != BindingTable.UNBOUND) {
                if (waitingCount == waiting.length) {
                    makeTerms();
                }
                waiting[waitingCount] = id;
                waitingColumns[waitingCount] = column;
                waitingLines[waitingCount++] = line;
            }
        }
        return line;
    }

    /** Makes the terms that wait. */
    private void makeTerms() {
        texts.readAhead(waiting, waitingCount);
        for (int i = 0; i < waitingCount; i++) {
            waitingLines[i][waitingColumns[i]] = term(waiting[i]);
        }
        waitingCount = 0;
    }

    private String term(long id) {
        String known = terms == null ? null : terms.get(id);
        if (known != null) {
            return known;
        }
        String term = texts.string(id);
        held.takeValueBytes(SolutionRows.bytes(term));
        if (terms != null) {
            terms.put(id, term);
        }
        return term;
    }

    private FailedMembers failed(MemberFailure failure) {
        long[] members =
                IntStream.rangeClosed(failure.first(), failure.last())
                        .mapToLong(result.members()::id)
                        .toArray();
        return new FailedMembers(members, failure.reason().getMessage());
    }
}
