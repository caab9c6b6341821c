package org.wukongs.store.template;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.agrona.collections.Long2ObjectHashMap;
import org.wukongs.client.FailedMembers;
import org.wukongs.client.MemberRows;
import org.wukongs.client.TemplateWindow;
import org.wukongs.store.algebra.RowTerms;
import org.wukongs.store.algebra.SolutionRows;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.explore.ExecutionBudget;

/** Makes the terms of a template's rows; each term is made once and shared by rows. Any thread. */
public final class TemplateStrings {

    private final TemplateResult result;
    private final RowTerms texts;
    private final ExecutionBudget held;
    private final Long2ObjectHashMap<String> terms = new Long2ObjectHashMap<>();

    private TemplateStrings(TemplateResult result, ExecutionBudget held) {
        this.result = result;
        this.texts = result.rows().terms();
        this.held = held;
    }

    /**
     * Makes the rows of all members, or of one.
     *
     * @param member number of the only member wanted, 0 for all
     * @param held counts the memory of the terms and rows
     */
    public static TemplateWindow of(TemplateResult result, int member, ExecutionBudget held) {
        TemplateStrings strings = new TemplateStrings(result, held);
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
        return List.of(new MemberRows(result.members().id(number), lines));
    }

    private String[] line(BindingTable table, int row) {
        String[] line = new String[table.columnCount()];
        for (int column = 0; column < line.length; column++) {
            long id = table.get(column, row);
            line[column] = id == BindingTable.UNBOUND ? null : term(id);
        }
        return line;
    }

    private String term(long id) {
        String term = terms.get(id);
        if (term == null) {
            term = texts.string(id);
            held.takeValueBytes(SolutionRows.bytes(term));
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
