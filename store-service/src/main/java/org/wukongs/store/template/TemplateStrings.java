package org.wukongs.store.template;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.agrona.collections.Long2ObjectHashMap;
import org.wukongs.client.FailedMembers;
import org.wukongs.client.MemberRows;
import org.wukongs.client.TemplateWindow;
import org.wukongs.store.algebra.SolutionRows;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.explore.ExecutionBudget;

/** Rows of a template as terms, each of which is made once: rows share them. Any thread. */
public final class TemplateStrings {

    private final TemplateResult result;
    private final TermDictionary dictionary;
    private final ExecutionBudget held;
    private final Long2ObjectHashMap<String> terms = new Long2ObjectHashMap<>();

    private TemplateStrings(TemplateResult result, ExecutionBudget held) {
        this.result = result;
        this.dictionary = result.dictionary();
        this.held = held;
    }

    /** {@code held} counts what it makes. */
    public static TemplateWindow of(TemplateResult result, ExecutionBudget held) {
        TemplateStrings strings = new TemplateStrings(result, held);
        return new TemplateWindow(
                result.windowEndMs(),
                result.snapshot(),
                result.engineNs(),
                strings.members(),
                result.failures().stream().map(strings::failed).toList());
    }

    private List<MemberRows> members() {
        TemplateRows rows = result.rows();
        long lineBytes = SolutionRows.bytes(rows.table().columnCount());
        List<MemberRows> members = new ArrayList<>();
        for (int group = 0; group < rows.groupCount(); group++) {
            int number = rows.member(group);
            held.takeBytes(lineBytes * rows.size(number));
            List<String[]> lines = new ArrayList<>(rows.size(number));
            for (int row = rows.from(number); row < rows.to(number); row++) {
                lines.add(line(rows.table(), row));
            }
            if (!lines.isEmpty()) {
                members.add(new MemberRows(result.members().id(number), lines));
            }
        }
        return members;
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
            term = dictionary.vertex(id);
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
