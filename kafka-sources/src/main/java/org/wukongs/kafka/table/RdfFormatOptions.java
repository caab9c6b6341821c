package org.wukongs.kafka.table;

import java.util.Set;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.wukongs.kafka.rdf.RdfFormat;
import org.wukongs.kafka.rdf.RdfTermParser;

/** Options of the format {@code rdf}, without the prefix {@code rdf.} or {@code value.rdf.}. */
@PublicEvolving
public final class RdfFormatOptions {

    public static final ConfigOption<RdfFormat> FORMAT =
            ConfigOptions.key("format")
                    .enumType(RdfFormat.class)
                    .defaultValue(RdfFormat.NTRIPLES)
                    .withDescription("RDF format of a record's value.");

    public static final ConfigOption<OnError> ON_ERROR =
            ConfigOptions.key("on-error")
                    .enumType(OnError.class)
                    .defaultValue(OnError.FAIL)
                    .withDescription("What becomes of a record that cannot be read.");

    public static final ConfigOption<String> EVENT_TIME_PREDICATE =
            ConfigOptions.key("event-time.predicate")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "IRI of the predicate whose object, an xsd:dateTime or integer milliseconds,"
                                    + " is the event time of its record: the metadata column 'event-time'."
                                    + " A record without it is bad.");

    public static final ConfigOption<Boolean> IGNORE_GRAPH_NAMES =
            ConfigOptions.key("ignore-graph-names")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "If the table has no column 'g': take the triple of a quad with"
                                    + " a graph name instead of treating its record as bad.");

    public static final ConfigOption<Boolean> IGNORE_TOMBSTONES =
            ConfigOptions.key("ignore-tombstones")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Skip records without a value instead of treating them as bad.");

    public static final ConfigOption<Integer> TRIPLES_PER_RECORD_MAX =
            ConfigOptions.key("triples-per-record.max")
                    .intType()
                    .defaultValue(RdfTermParser.TRIPLES_MAX_DEFAULT)
                    .withDescription(
                            "A record with more triples is bad: its rows are in memory together.");

    private RdfFormatOptions() {}

    /** All options; none is required. */
    static Set<ConfigOption<?>> all() {
        return Set.of(
                FORMAT,
                ON_ERROR,
                EVENT_TIME_PREDICATE,
                IGNORE_GRAPH_NAMES,
                IGNORE_TOMBSTONES,
                TRIPLES_PER_RECORD_MAX);
    }
}
