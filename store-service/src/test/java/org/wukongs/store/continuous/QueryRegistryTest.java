package org.wukongs.store.continuous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.error.WukongsException;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.execution.RowsMemory;
import org.wukongs.store.plan.QueryCompiler;

/** What registered queries may take of the heap. */
class QueryRegistryTest {

    private static final long HEAP_BYTES_MAX = 1 << 19;

    private final RowsMemory rows = new RowsMemory(1 << 20);
    private final QueryRegistry registry =
            new QueryRegistry(
                    new TermDictionary(1_000),
                    new WindowReaders(),
                    rows,
                    query -> null,
                    HEAP_BYTES_MAX);

    private RegisteredQuery register(String name, int operators) {
        CsparqlQuery query =
                CsparqlParser.parse(
                        "REGISTER QUERY "
                                + name
                                + " AS SELECT * FROM STREAM <s> [RANGE 1s STEP 1s] WHERE { ?a ?b ?c"
                                + " FILTER(?c "
                                + "+ 1".repeat(operators)
                                + " > 0) }");
        RegisteredQuery created =
                registry.create(query, QueryCompiler.compile(query), null, QueryHeap.bytes(query));
        registry.add(created);
        return created;
    }

    @Test
    void queriesAreRefusedWhereThereIsNoRoom() {
        RegisteredQuery last = null;
        int count = 0;
        while (last == null || (count + 1) * last.heapBytes() <= HEAP_BYTES_MAX) {
            last = register("q" + count++, 10);
        }
        assertThat(count).isGreaterThan(5);
        assertThatThrownBy(() -> register("more", 10))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("no memory for more queries");
        assertThat(registry.contains("more")).isFalse();
        registry.remove(last);
        assertThat(register("more", 10).query().name()).isEqualTo("more");
    }

    @Test
    void oneLongTextIsTooMuch() {
        assertThatThrownBy(() -> register("long", 1_200))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("no memory for more queries");
    }

    /** Conditions that differ in their last operator only are other templates, however long. */
    @Test
    void longConditionsAreToldApart() {
        RegisteredQuery one = register("one", 300);
        RegisteredQuery same = register("same", 300);
        RegisteredQuery other = register("other", 301);
        assertThat(same.subscription().template()).isSameAs(one.subscription().template());
        assertThat(other.subscription().template()).isNotSameAs(one.subscription().template());
    }
}
