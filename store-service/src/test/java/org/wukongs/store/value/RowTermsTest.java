package org.wukongs.store.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.BindingTable;

/** Ids of rows of several executions are equal if and only if their terms are. */
class RowTermsTest {

    private static final int WIDTH = 3;

    private final Random random = Seeds.random(getClass());
    private final TermDictionary dictionary = new TermDictionary(1_000);

    private String term() {
        return "\"" + random.nextInt(12) + "\"";
    }

    /** Rows as an execution has them: a local id for what the dictionary did not know then. */
    private BindingTable table(List<String> computed) {
        BindingTable table = new BindingTable(WIDTH);
        int bound = random.nextInt(WIDTH + 1);
        for (int column = 0; column < bound; column++) {
            table.setColumn(column, new long[0]);
        }
        for (int i = random.nextInt(20); i > 0; i--) {
            int row = table.appendUnbound();
            for (int column = 0; column < bound; column++) {
                if (random.nextInt(4) > 0) {
                    table.set(column, row, id(term(), computed));
                }
            }
        }
        return table;
    }

    private long id(String term, List<String> computed) {
        int known = computed.indexOf(term);
        if (known >= 0) {
            return ExecutionTerms.localId(known);
        }
        long vid = dictionary.findVertex(term);
        if (vid != TermDictionary.UNKNOWN) {
            return vid;
        }
        computed.add(term);
        return ExecutionTerms.localId(computed.size() - 1);
    }

    private List<String> terms(BindingTable table, RowTerms terms) {
        List<String> all = new ArrayList<>();
        for (int row = 0; row < table.size(); row++) {
            for (int column = 0; column < WIDTH; column++) {
                long id = table.get(column, row);
                all.add(id == BindingTable.UNBOUND ? null : terms.string(id));
            }
        }
        return all;
    }

    private static List<Long> ids(BindingTable table) {
        List<Long> all = new ArrayList<>();
        for (int row = 0; row < table.size(); row++) {
            for (int column = 0; column < WIDTH; column++) {
                all.add(table.get(column, row));
            }
        }
        return all;
    }

    @Test
    void equalIdsAreEqualTerms() {
        for (int i = 0; i < 300; i++) {
            if (i % 40 == 39) {
                dictionary.vertexId(term()); // learned while executions are under way
            }
            List<String> firstComputed = new ArrayList<>();
            BindingTable first = table(firstComputed);
            if (i % 40 == 20) {
                dictionary.vertexId(term());
            }
            List<String> secondComputed = new ArrayList<>();
            BindingTable second = table(secondComputed);
            RowTerms.Collector collector = new RowTerms.Collector(dictionary);
            BindingTable one = collector.collect(first, id -> string(id, firstComputed));
            BindingTable other = collector.collect(second, id -> string(id, secondComputed));
            List<String> terms = terms(one, collector.terms());
            terms.addAll(terms(other, collector.terms()));
            List<Long> ids = ids(one);
            ids.addAll(ids(other));
            List<String> expected = new ArrayList<>();
            ids(first).forEach(id -> expected.add(string(id, firstComputed)));
            ids(second).forEach(id -> expected.add(string(id, secondComputed)));
            assertThat(terms).isEqualTo(expected);
            for (int a = 0; a < ids.size(); a++) {
                for (int b = 0; b < a; b++) {
                    assertThat(ids.get(a).equals(ids.get(b)))
                            .isEqualTo(Objects.equals(terms.get(a), terms.get(b)));
                }
            }
        }
    }

    private String string(long id, List<String> computed) {
        if (id == BindingTable.UNBOUND) {
            return null;
        }
        return ExecutionTerms.isLocal(id)
                ? computed.get(ExecutionTerms.localIndex(id))
                : dictionary.vertex(id);
    }
}
