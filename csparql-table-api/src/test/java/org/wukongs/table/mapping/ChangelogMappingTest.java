package org.wukongs.table.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;

/** Rows that are inserted, updated and deleted, and the graph that takes what a mapping gives. */
final class ChangelogMappingTest {

    private static final int CHANGE_COUNT = 5_000;
    private static final int KEY_COUNT = 40;

    private static final String CUSTOMERS =
            """
            <#customer> rr:subjectMap [ rr:template "http://x/customer/{id}" ; rr:class ex:Customer ] ;
              rr:predicateObjectMap [ rr:predicate ex:name ; rr:objectMap [ rr:column "name" ] ] ;
              rr:predicateObjectMap [
                rr:predicate ex:city ; rr:objectMap [ rr:template "http://x/city/{city}" ] ] .
            """;

    private static final String CITIES =
            "<#city> rr:subjectMap [ rr:template \"http://x/city/{city}\" ; rr:class ex:City ] .";

    private final Set<String> graph = new HashSet<>();

    private static MappedTable customer(int id, String name, String city) {
        return new MappedTable()
                .with("id", DataTypes.INT(), id)
                .with("name", name)
                .with("city", city);
    }

    private void apply(RowMapping mapping, MappedTable row, RowKind kind) {
        for (String triple : row.triples(mapping, kind)) {
            if (triple.startsWith("-")) {
                graph.remove(triple.substring(1));
            } else {
                graph.add(triple);
            }
        }
    }

    @Test
    void theGraphHasTheTriplesOfTheRowsThatAreLeft() {
        Random random = Seeds.random(ChangelogMappingTest.class);
        RowMapping mapping = customer(0, "", "").mapping(CUSTOMERS);
        Map<Integer, MappedTable> rows = new HashMap<>();
        for (int i = 0; i < CHANGE_COUNT; i++) {
            int id = random.nextInt(KEY_COUNT);
            MappedTable before = rows.get(id);
            if (before != null && random.nextInt(3) == 0) {
                apply(mapping, before, RowKind.DELETE);
                rows.remove(id);
                continue;
            }
            String city = random.nextInt(4) == 0 ? null : "c" + random.nextInt(3);
            MappedTable after = customer(id, "n" + random.nextInt(3), city);
            if (before != null) {
                apply(mapping, before, RowKind.UPDATE_BEFORE);
            }
            apply(mapping, after, before == null ? RowKind.INSERT : RowKind.UPDATE_AFTER);
            rows.put(id, after);
            List<String> left = new ArrayList<>();
            rows.values().forEach(row -> left.addAll(row.triples(mapping, RowKind.INSERT)));
            assertThat(graph).containsExactlyInAnyOrderElementsOf(left);
        }
    }

    /** As docs/mapping.md says: a graph is a set. */
    @Test
    void aTripleOfTwoRowsGoesWithTheFirst() {
        MappedTable ann = customer(1, "Ann", "Ulm");
        MappedTable bob = customer(2, "Bob", "Ulm");
        RowMapping mapping = ann.mapping(CUSTOMERS + CITIES);
        apply(mapping, ann, RowKind.INSERT);
        apply(mapping, bob, RowKind.INSERT);
        assertThat(graph).hasSize(7).filteredOn(triple -> triple.contains("City>")).hasSize(1);
        apply(mapping, ann, RowKind.DELETE);
        assertThat(graph).hasSize(3).noneMatch(triple -> triple.contains("City>"));
    }
}
