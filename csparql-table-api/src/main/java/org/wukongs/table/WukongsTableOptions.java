package org.wukongs.table;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.wukongs.flink.common.StoreConnector;
import org.wukongs.flink.lookup.LookupSettings;
import org.wukongs.flink.sink.OnError;
import org.wukongs.flink.sink.WukongsSinkBuilder;
import org.wukongs.flink.source.ContinuousQuerySourceBuilder;
import org.wukongs.stream.Retention;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.table.sink.SinkOnError;
import org.wukongs.table.source.ScanMode;
import org.wukongs.table.source.StartupMode;
import org.wukongs.table.type.CastFailure;
import org.wukongs.table.type.TermFormat;

/** Options of {@code 'connector' = 'wukongs'} in a table's {@code WITH} clause. */
@PublicEvolving
public final class WukongsTableOptions {

    public static final ConfigOption<String> STORE =
            ConfigOptions.key("store")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "Addresses of the store, HOST:PORT, comma-separated. A wukongs"
                                    + " catalog sets it for its tables.");

    public static final ConfigOption<Duration> CONNECT_TIMEOUT =
            ConfigOptions.key("connect.timeout")
                    .durationType()
                    .defaultValue(StoreConnector.CONNECT_TIMEOUT_DEFAULT)
                    .withDescription("How long to wait for the store when connecting.");

    public static final ConfigOption<TableTransport> TRANSPORT =
            ConfigOptions.key("transport")
                    .enumType(TableTransport.class)
                    .defaultValue(TableTransport.AUTO)
                    .withDescription(
                            "What carries requests to the store and its replies. A wukongs catalog"
                                    + " sets it for its tables.");

    public static final ConfigOption<String> TOKEN_FILE =
            ConfigOptions.key("token-file")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "File with the token that the store asks for, where tasks and job"
                                    + " manager run; read for each connection. A wukongs catalog"
                                    + " sets it for its tables.");

    public static final ConfigOption<Boolean> TLS_ENABLED =
            ConfigOptions.key("tls.enabled")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Connect over TLS; the store's certificate must be of an authority that"
                                    + " Java trusts. A wukongs catalog sets it for its tables.");

    public static final ConfigOption<String> TLS_CA =
            ConfigOptions.key("tls.ca")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "Connect over TLS; PEM file with the authorities of the store's"
                                    + " certificate. A wukongs catalog sets it for its tables.");

    public static final ConfigOption<String> TLS_CERTIFICATE =
            ConfigOptions.key("tls.certificate")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "Connect over TLS; PEM file with a certificate for a store that asks"
                                    + " clients for one. A wukongs catalog sets it for its tables.");

    public static final ConfigOption<String> TLS_KEY =
            ConfigOptions.key("tls.key")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "With 'tls.certificate': PEM file with its private key, without a"
                                    + " password. A wukongs catalog sets it for its tables.");

    public static final ConfigOption<TermFormat> TERM_FORMAT =
            ConfigOptions.key("term.format")
                    .enumType(TermFormat.class)
                    .defaultValue(TermFormat.PLAIN)
                    .withDescription("How columns of type STRING represent RDF terms.");

    public static final ConfigOption<CastFailure> CAST_FAILURE =
            ConfigOptions.key("cast-failure")
                    .enumType(CastFailure.class)
                    .defaultValue(CastFailure.FAIL)
                    .withDescription(
                            "What becomes of a term that does not fit the type of its column.");

    public static final ConfigOption<String> STREAM =
            ConfigOptions.key("stream")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "The stream of the store that the table writes, an IRI or a bare word;"
                                    + " registered when the job starts, or by CREATE TABLE in a"
                                    + " wukongs catalog.");

    public static final ConfigOption<List<String>> TIMING_PREDICATES =
            ConfigOptions.key("timing.predicates")
                    .stringType()
                    .asList()
                    .defaultValues()
                    .withDescription(
                            "IRIs, semicolon-separated: triples with these predicates are kept for"
                                    + " windows only and never stored.");

    public static final ConfigOption<String> RETENTION =
            ConfigOptions.key("retention")
                    .stringType()
                    .defaultValue(Retention.FOREVER.toString())
                    .withDescription(
                            "How long stored triples stay after the stream's last mention of"
                                    + " them, and for predicates that differ:"
                                    + " '60s,<http://x/knows>=7d'.");

    public static final ConfigOption<Duration> BATCH_INTERVAL =
            ConfigOptions.key("batch.interval")
                    .durationType()
                    .defaultValue(Duration.ofMillis(StreamDefinition.BATCH_INTERVAL_MS_DEFAULT))
                    .withDescription(
                            "Event time that a batch of the stream covers; steps of queries are"
                                    + " multiples of it.");

    public static final ConfigOption<String> GRAPH =
            ConfigOptions.key("graph")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "With 'stream': the stored graph that its timeless triples feed, by"
                                    + " default STORED. Alone: the stored graph that the table"
                                    + " reads and writes.");

    public static final ConfigOption<Integer> SINK_BUFFER_MAX_ROWS =
            ConfigOptions.key("sink.buffer.max-rows")
                    .intType()
                    .defaultValue(WukongsSinkBuilder.TUPLES_BUFFERED_MAX_DEFAULT)
                    .withDescription(
                            "How many rows of open batches a subtask buffers; beyond that,"
                                    + " rows are sent before their batch is closed.");

    public static final ConfigOption<Duration> SINK_IDLE_TIMEOUT =
            ConfigOptions.key("sink.idle-timeout")
                    .durationType()
                    .defaultValue(Duration.ZERO)
                    .withDescription(
                            "A subtask that gets neither row nor watermark for so long stops"
                                    + " holding the stream back; zero is never.");

    public static final ConfigOption<Boolean> SINK_CHANGELOG =
            ConfigOptions.key("sink.changelog")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Whether the table takes updates and deletes too: the triples of a row"
                                    + " that is removed are taken back. The table then needs no"
                                    + " event time.");

    public static final ConfigOption<String> SINK_STREAM =
            ConfigOptions.key("sink.stream")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "The stream through which rows are written into the graph, by default"
                                    + " GRAPH#changes; registered when the job starts. Two"
                                    + " statements that run at the same time need two streams.");

    /** Prefix of the options of the table of dead letters. */
    public static final String DEAD_LETTER_PREFIX = "sink.dead-letter.";

    public static final ConfigOption<SinkOnError> SINK_ON_ERROR =
            ConfigOptions.key("sink.on-error")
                    .enumType(SinkOnError.class)
                    .defaultValue(SinkOnError.FAIL)
                    .withDescription(
                            "What becomes of a row that is not a valid triple: it has a"
                                    + " NULL, an invalid term or one in the wrong place, or an event"
                                    + " time before 1970 or after 9999.");

    public static final ConfigOption<String> SINK_DEAD_LETTER_CONNECTOR =
            ConfigOptions.key(DEAD_LETTER_PREFIX + "connector")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "With 'sink.on-error' = 'dead-letter': the connector of the"
                                    + " table for dead letters. All other options that begin with"
                                    + " 'sink.dead-letter.' are that connector's.");

    public static final ConfigOption<String> MAPPING =
            ConfigOptions.key("mapping")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "File with an R2RML mapping in Turtle, which says how a row of any"
                                    + " columns becomes triples. Read when a statement is"
                                    + " planned.");

    public static final ConfigOption<String> MAPPING_TEXT =
            ConfigOptions.key("mapping.text")
                    .stringType()
                    .noDefaultValue()
                    .withDescription("The mapping itself, in place of a file.");

    public static final ConfigOption<String> MAPPING_SUBJECT =
            ConfigOptions.key("mapping.subject")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "A mapping in short form: the subject of a row's triples, an IRI with"
                                    + " columns in braces, {column} for a column of IRIs, or"
                                    + " _:{column} for a blank node.");

    public static final ConfigOption<List<String>> MAPPING_CLASS =
            ConfigOptions.key("mapping.class")
                    .stringType()
                    .asList()
                    .noDefaultValue()
                    .withDescription(
                            "With 'mapping.subject': IRIs of its classes, semicolon-separated.");

    public static final ConfigOption<String> MAPPING_PREDICATE_PREFIX =
            ConfigOptions.key("mapping.predicate-prefix")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "With 'mapping.subject': each column that is neither in the subject nor"
                                    + " the event time gives a triple, whose predicate is this"
                                    + " prefix and the column's name. Without it, only columns with"
                                    + " 'mapping.predicate.COLUMN' do.");

    public static final ConfigOption<Map<String, String>> MAPPING_PREDICATE =
            ConfigOptions.key("mapping.predicate")
                    .mapType()
                    .noDefaultValue()
                    .withDescription(
                            "'mapping.predicate.COLUMN', with 'mapping.subject': the IRI of the"
                                    + " predicate of this column.");

    public static final ConfigOption<Map<String, String>> MAPPING_OBJECT =
            ConfigOptions.key("mapping.object")
                    .mapType()
                    .noDefaultValue()
                    .withDescription(
                            "'mapping.object.COLUMN', with 'mapping.subject': the object of this"
                                    + " column's triple, written as a subject is; by default the"
                                    + " column's value as a literal.");

    public static final ConfigOption<String> QUERY =
            ConfigOptions.key("query")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "The C-SPARQL text (REGISTER QUERY …) whose windows the table reads;"
                                    + " registered when the job starts, or by CREATE TABLE in a"
                                    + " wukongs catalog.");

    public static final ConfigOption<ScanMode> SCAN_MODE =
            ConfigOptions.key("scan.mode")
                    .enumType(ScanMode.class)
                    .defaultValue(ScanMode.SNAPSHOT)
                    .withDescription("What a scan of a stored graph gives.");

    public static final ConfigOption<StartupMode> SCAN_STARTUP_MODE =
            ConfigOptions.key("scan.startup.mode")
                    .enumType(StartupMode.class)
                    .defaultValue(StartupMode.EARLIEST_KEPT)
                    .withDescription(
                            "The window with which a statement begins; a restored statement"
                                    + " continues where it was.");

    public static final ConfigOption<Long> SCAN_STARTUP_TIMESTAMP_MILLIS =
            ConfigOptions.key("scan.startup.timestamp-millis")
                    .longType()
                    .noDefaultValue()
                    .withDescription(
                            "With 'scan.startup.mode' = 'timestamp': a time in ms since the"
                                    + " epoch.");

    public static final ConfigOption<String> SCAN_READER_NAME =
            ConfigOptions.key("scan.reader-name")
                    .stringType()
                    .noDefaultValue()
                    .withDescription(
                            "A name for the statement's reader in the store: a later"
                                    + " statement with the same name continues after the windows that"
                                    + " this one has released. Two statements must not use it at the"
                                    + " same time. By default each has a reader of its own.");

    public static final ConfigOption<Long> SCAN_BOUNDED_WINDOW_END =
            ConfigOptions.key("scan.bounded.window-end")
                    .longType()
                    .noDefaultValue()
                    .withDescription(
                            "The table ends after the last window whose end is not after this time"
                                    + " in ms since the epoch.");

    public static final ConfigOption<Boolean> SCAN_BOUNDED_BY_STREAMS =
            ConfigOptions.key("scan.bounded.by-streams")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "The table ends when all streams of its query have ended, after"
                                    + " the window with their last triple.");

    public static final ConfigOption<Integer> SCAN_WINDOWS_MAX =
            ConfigOptions.key("scan.windows-max")
                    .intType()
                    .defaultValue(ContinuousQuerySourceBuilder.WINDOWS_MAX_DEFAULT)
                    .withDescription("How many windows at most one request asks for.");

    public static final ConfigOption<Duration> SCAN_FETCH_WAIT =
            ConfigOptions.key("scan.fetch-wait")
                    .durationType()
                    .defaultValue(ContinuousQuerySourceBuilder.FETCH_WAIT_DEFAULT)
                    .withDescription(
                            "How long a request may wait in the store for the next window, or for"
                                    + " the next change of a graph.");

    public static final ConfigOption<Integer> LOOKUP_CONNECTIONS =
            ConfigOptions.key("lookup.connections")
                    .intType()
                    .defaultValue(LookupSettings.CONNECTIONS_DEFAULT)
                    .withDescription(
                            "Connections of a subtask to the store, each with one request at a"
                                    + " time.");

    public static final ConfigOption<Integer> LOOKUP_BATCH_MAX =
            ConfigOptions.key("lookup.batch-max")
                    .intType()
                    .defaultValue(LookupSettings.Batches.LOOKUPS_MAX_DEFAULT)
                    .withDescription(
                            "How many lookups that come while all connections are busy may"
                                    + " go in one request.");

    public static final ConfigOption<Duration> CSPARQL_RETENTION =
            ConfigOptions.key("csparql.retention")
                    .durationType()
                    .defaultValue(Duration.ofMinutes(3))
                    .withDescription(
                            "How long the store can answer a window again after a call of"
                                    + " CSPARQL has emitted it: a job cannot continue from an older"
                                    + " checkpoint.");

    public static final ConfigOption<OnError> CSPARQL_ON_ERROR =
            ConfigOptions.key("csparql.on-error")
                    .enumType(OnError.class)
                    .defaultValue(OnError.FAIL)
                    .withDescription(
                            "What becomes of a row of CSPARQL's table that is not a valid triple.");

    private WukongsTableOptions() {}
}
