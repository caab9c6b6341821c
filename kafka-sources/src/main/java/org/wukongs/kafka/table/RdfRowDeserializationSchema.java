package org.wukongs.kafka.table;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.metrics.Counter;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.util.Collector;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.kafka.rdf.BadRdfException;
import org.wukongs.kafka.rdf.GraphNames;
import org.wukongs.kafka.rdf.RdfMetric;
import org.wukongs.kafka.rdf.RdfTermParser;
import org.wukongs.stream.Tuple;

/**
 * Turns a record's value into rows, one for each triple in their order, or handles it as {@link
 * OnError} says. All rows of a record come or none.
 *
 * <p>Blank nodes without a label are named after the value's bytes, as a format does not see the
 * rest of the record: a replay gives them the same names, and so do two records with the same
 * bytes.
 */
final class RdfRowDeserializationSchema implements DeserializationSchema<RowData> {

    private static final long serialVersionUID = 1L;

    private final RdfReadOptions options;
    private final RdfColumn[] columns;
    private final TypeInformation<RowData> producedType;
    private transient RdfTermParser parser;
    private transient Counter errors;
    private transient Counter tombstones;

    RdfRowDeserializationSchema(
            RdfReadOptions options, RdfColumn[] columns, TypeInformation<RowData> producedType) {
        this.options = options;
        this.columns = columns;
        this.producedType = producedType;
    }

    @Override
    public void open(InitializationContext context) {
        parser = new RdfTermParser(options.format(), graphNames(), options.triplesPerRecordMax());
        errors = RdfMetric.ERRORS.counter(context.getMetricGroup());
        tombstones = RdfMetric.TOMBSTONES.counter(context.getMetricGroup());
    }

    @Override
    public RowData deserialize(byte[] value) {
        throw new UnsupportedOperationException(
                "a value may give several rows, so a collector is needed");
    }

    @Override
    public void deserialize(byte[] value, Collector<RowData> out) {
        if (value == null && options.ignoreTombstones()) {
            tombstones.inc();
            return;
        }
        List<GenericRowData> rows;
        try {
            rows = rows(value);
        } catch (BadRdfException e) {
            errors.inc();
            rows = onError(value, e);
        }
        rows.forEach(out::collect);
    }

    @Override
    public boolean isEndOfStream(RowData next) {
        return false;
    }

    @Override
    public TypeInformation<RowData> getProducedType() {
        return producedType;
    }

    private GraphNames graphNames() {
        if (List.of(columns).contains(RdfColumn.GRAPH)) {
            return GraphNames.KEEP;
        }
        return options.ignoreGraphNames() ? GraphNames.DROP : GraphNames.REJECT;
    }

    private List<GenericRowData> rows(byte[] value) throws BadRdfException {
        if (value == null) {
            throw new BadRdfException("record has no value");
        }
        List<Tuple> triples = new ArrayList<>(1);
        List<String> graphs = new ArrayList<>(1);
        parser.parse(
                value,
                () -> UUID.nameUUIDFromBytes(value).toString(),
                (s, p, o, g) -> {
                    triples.add(new Tuple(0, s, p, o));
                    graphs.add(g);
                });
        if (triples.isEmpty()) {
            throw new BadRdfException("record has no triple");
        }
        TimestampData time =
                options.eventTime() == null
                        ? null
                        : TimestampData.fromEpochMillis(options.eventTime().ofTriples(triples));
        List<GenericRowData> rows = new ArrayList<>(triples.size());
        for (int i = 0; i < triples.size(); i++) {
            rows.add(row(triples.get(i), graphs.get(i), time));
        }
        return rows;
    }

    private GenericRowData row(Tuple triple, String graph, TimestampData time) {
        GenericRowData row = new GenericRowData(columns.length);
        for (int i = 0; i < columns.length; i++) {
            Object field =
                    switch (columns[i]) {
                        case SUBJECT -> StringData.fromString(triple.subject());
                        case PREDICATE -> StringData.fromString(triple.predicate());
                        case OBJECT -> StringData.fromString(triple.object());
                        case GRAPH -> StringData.fromString(graph);
                        case EVENT_TIME -> time;
                        case ERROR, ERROR_VALUE -> null;
                    };
            row.setField(i, field);
        }
        return row;
    }

    private List<GenericRowData> onError(byte[] value, BadRdfException e) {
        return switch (options.onError()) {
            case FAIL ->
                    throw new WukongsException(
                            Category.USER,
                            "record is not the RDF that the table's format asks for, see option"
                                    + " rdf.on-error: rdf.format="
                                    + options.format()
                                    + " reason="
                                    + e.getMessage(),
                            e);
            case IGNORE -> List.of();
            case ROW -> List.of(errorRow(value, e.getMessage()));
        };
    }

    private GenericRowData errorRow(byte[] value, String reason) {
        GenericRowData row = new GenericRowData(columns.length);
        for (int i = 0; i < columns.length; i++) {
            if (columns[i] == RdfColumn.ERROR) {
                row.setField(i, StringData.fromString(reason));
            } else if (columns[i] == RdfColumn.ERROR_VALUE) {
                row.setField(i, value);
            }
        }
        return row;
    }
}
