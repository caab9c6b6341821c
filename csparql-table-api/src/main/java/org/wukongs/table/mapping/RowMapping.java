package org.wukongs.table.mapping;

import java.io.Serializable;
import java.util.List;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.types.RowKind;

/**
 * Maps rows of a table to triples. The row's kind decides whether they are added or removed; NULL
 * gives no triple.
 */
@Internal
public final class RowMapping implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Triples with one subject. */
    private record Subject(RowTerm term, Property[] properties) implements Serializable {}

    private record Property(String[] predicates, RowTerm object) implements Serializable {}

    private final Subject[] subjects;

    private RowMapping(Subject[] subjects) {
        this.subjects = subjects;
    }

    /**
     * Binds a mapping to the columns of a table. Throws a USER error with the place in the mapping
     * for a column that does not exist or cannot become the term wanted.
     */
    public static RowMapping of(Mapping mapping, List<String> names, List<LogicalType> types) {
        TermBinding binding = new TermBinding(new MappedColumns(names, types));
        return new RowMapping(
                mapping.maps().stream().map(map -> subject(map, binding)).toArray(Subject[]::new));
    }

    private static Subject subject(TriplesMap map, TermBinding binding) {
        return new Subject(
                binding.bind(map.subject()),
                map.properties().stream()
                        .flatMap(
                                property ->
                                        property.objects().stream()
                                                .map(object -> property(property, object, binding)))
                        .toArray(Property[]::new));
    }

    private static Property property(
            TriplesMap.Property property, TermMap object, TermBinding binding) {
        return new Property(property.predicates().toArray(String[]::new), binding.bind(object));
    }

    /**
     * Hands the row's triples to {@code out}, perhaps some of them before an error. Throws a {@link
     * org.wukongs.flink.sink.BadTupleException} that names the column of a value without a term.
     */
    public void map(RowData row, TripleCollector out) {
        boolean added =
                row.getRowKind() == RowKind.INSERT || row.getRowKind() == RowKind.UPDATE_AFTER;
        for (Subject subject : subjects) {
            String term = subject.term.of(row);
            if (term == null) {
                continue;
            }
            for (Property property : subject.properties) {
                String object = property.object.of(row);
                if (object == null) {
                    continue;
                }
                for (String predicate : property.predicates) {
                    if (added) {
                        out.add(term, predicate, object);
                    } else {
                        out.remove(term, predicate, object);
                    }
                }
            }
        }
    }
}
