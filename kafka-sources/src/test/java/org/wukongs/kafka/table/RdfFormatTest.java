package org.wukongs.kafka.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.DataType;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.util.Models;
import org.eclipse.rdf4j.rio.RDFFormat;
import org.eclipse.rdf4j.rio.Rio;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.wukongs.error.WukongsException;
import org.wukongs.kafka.Seeds;
import org.wukongs.kafka.rdf.RdfFormat;

class RdfFormatTest {

    private static final String S = "<http://x/s>";
    private static final String P = "<http://x/p>";
    private static final String QUAD_TEXT = S + " " + P + " \"a\" <http://x/g> .";
    private static final int ROUNDS = 200;

    /** What RDF4J writes comes in as its own rows; what rows write, RDF4J reads as its own. */
    @ParameterizedTest
    @EnumSource(RdfFormat.class)
    void randomGraphsGoThereAndBack(RdfFormat format) throws Exception {
        long seed = Seeds.seed(getClass());
        RandomQuads quads = new RandomQuads(new Random(seed));
        boolean named = hasGraphs(format);
        DataType columns = named ? Rows.QUAD : Rows.TRIPLE;
        Map<String, String> options = Map.of("format", format.toString());
        Rows rows = new Rows(columns, List.of(), options);
        SerializationSchema<RowData> encoder = Rows.encoder(columns, options);
        for (int round = 0; round < ROUNDS; round++) {
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            Rio.write(quads.model(1 + round % 7, named), text, rio(format));
            List<RowData> read = rows.read(text.toByteArray());
            Model model = parse(text.toByteArray(), format);
            assertThat(Models.isomorphic(model(read), model)).as(text.toString(UTF_8)).isTrue();
            for (RowData row : read) {
                byte[] written = encoder.serialize(row);
                assertThat(Models.isomorphic(parse(written, format), model(List.of(row))))
                        .as(new String(written, UTF_8))
                        .isTrue();
            }
        }
    }

    @Test
    void columnsStandInAnyOrderAndMetadataBehindThem() throws Exception {
        Rows rows =
                new Rows(
                        Rows.columns("g", "o", "s"),
                        List.of("error-value", "error", "event-time"),
                        Map.of("format", "nquads", "event-time.predicate", "http://x/at"));
        String at = S + " <http://x/at> \"5\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n";
        List<RowData> read = rows.read((at + QUAD_TEXT).getBytes(UTF_8));
        assertThat(read).hasSize(2);
        RowData row = read.get(1);
        assertThat(row.getArity()).isEqualTo(6);
        assertThat(row.getString(0)).hasToString("<http://x/g>");
        assertThat(row.getString(1)).hasToString("\"a\"");
        assertThat(row.getString(2)).hasToString(S);
        assertThat(row.isNullAt(3)).isTrue();
        assertThat(row.isNullAt(4)).isTrue();
        assertThat(row.getTimestamp(5, 3).getMillisecond()).isEqualTo(5);
        assertThat(read.get(0).isNullAt(0)).isTrue();
    }

    @Test
    void badRecordsAreNeverLostSilently() throws Exception {
        byte[] bad = "hello".getBytes(UTF_8);
        Rows failing = new Rows(Rows.TRIPLE, List.of(), Map.of());
        assertThatThrownBy(() -> failing.read(bad))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining(
                        "see option rdf.on-error: rdf.format=ntriples reason=syntax error");
        assertThat(failing.errors()).isEqualTo(1);

        Rows ignoring = new Rows(Rows.TRIPLE, List.of(), Map.of("on-error", "ignore"));
        assertThat(ignoring.read(bad)).isEmpty();
        assertThat(ignoring.read(null)).isEmpty();
        assertThat(ignoring.errors()).isEqualTo(2);

        Rows telling =
                new Rows(Rows.TRIPLE, List.of("error", "error-value"), Map.of("on-error", "row"));
        RowData row = telling.read(bad).get(0);
        assertThat(row.isNullAt(0) && row.isNullAt(1) && row.isNullAt(2)).isTrue();
        assertThat(row.getString(3).toString()).startsWith("syntax error");
        assertThat(row.getBinary(4)).isEqualTo(bad);
        assertThat(telling.read(null).get(0).getString(3)).hasToString("record has no value");
        assertThat(telling.errors()).isEqualTo(2);
    }

    @Test
    void tombstonesMayBeIgnored() throws Exception {
        Rows rows = new Rows(Rows.TRIPLE, List.of(), Map.of("ignore-tombstones", "true"));
        assertThat(rows.read(null)).isEmpty();
        assertThat(rows.tombstones()).isEqualTo(1);
        assertThat(rows.errors()).isZero();
    }

    @Test
    void graphNamesNeedAColumnOrTheOption() throws Exception {
        Map<String, String> rows = Map.of("format", "nquads", "on-error", "row");
        assertThat(
                        new Rows(Rows.TRIPLE, List.of("error"), rows)
                                .read(QUAD_TEXT.getBytes(UTF_8))
                                .get(0)
                                .getString(3))
                .hasToString("a graph name is not allowed: graph=<http://x/g>");
        Map<String, String> ignoring = Map.of("format", "nquads", "ignore-graph-names", "true");
        assertThat(
                        new Rows(Rows.TRIPLE, List.of(), ignoring)
                                .read(QUAD_TEXT.getBytes(UTF_8))
                                .get(0)
                                .getString(2))
                .hasToString("\"a\"");
    }

    @Test
    void triplesOfARecordAreLimited() throws Exception {
        Map<String, String> options =
                Map.of("format", "turtle", "triples-per-record.max", "3", "on-error", "row");
        Rows rows = new Rows(Rows.TRIPLE, List.of("error"), options);
        assertThat(rows.read((S + P + "1,2,3.").getBytes(UTF_8))).hasSize(3);
        List<RowData> tooMany = rows.read((S + P + "1,2,3,4.").getBytes(UTF_8));
        assertThat(tooMany).hasSize(1);
        assertThat(tooMany.get(0).getString(3)).hasToString("record has too many triples: max=3");
    }

    @Test
    void blankNodesAreTheSameOnReplayAndApartInOtherRecords() throws Exception {
        Rows rows = new Rows(Rows.TRIPLE, List.of(), Map.of("format", "turtle"));
        String subject = subject(rows, "[] " + P + " 1 .");
        assertThat(subject(rows, "[] " + P + " 1 .")).isEqualTo(subject).startsWith("_:");
        assertThat(subject(rows, "[] " + P + " 2 .")).isNotEqualTo(subject);
    }

    private static String subject(Rows rows, String text) throws Exception {
        return rows.read(text.getBytes(UTF_8)).get(0).getString(0).toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<http://x/o> . <http://x/s> <http://x/p> <http://x/o>",
                "<http://x/o> . #>",
                "\"a\" . # \"",
                "\"a\"@en . <http://x/s",
                "\"a\"^^<http://x/t> <http://x/g>",
                "\"a\nb\"",
                "_:a _:b",
                "<relative>",
                "<>",
                "plain",
                "5",
                "",
                "\"",
                "_:",
                "\"a\"@",
                "\"a\\",
            })
    void whatIsNoTermIsNotWritten(String object) throws Exception {
        SerializationSchema<RowData> encoder = Rows.encoder(Rows.TRIPLE, Map.of());
        assertThatThrownBy(() -> encoder.serialize(row(S, P, object)))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining(object.lines().findFirst().orElse(""));
    }

    @Test
    void everyColumnOfATripleIsNeeded() throws Exception {
        SerializationSchema<RowData> encoder = Rows.encoder(Rows.TRIPLE, Map.of());
        assertThatThrownBy(() -> encoder.serialize(row(null, P, S)))
                .hasMessageContaining("column=s");
        assertThatThrownBy(() -> encoder.serialize(row(S, "_:b", S)))
                .hasMessageContaining("column=p value=_:b");
        assertThatThrownBy(() -> encoder.serialize(row("\"s\"", P, S)))
                .hasMessageContaining("column=s");
        assertThat(new String(encoder.serialize(row(S, P, "\"\\u00e9\"")), UTF_8))
                .isEqualTo(S + " " + P + " \"é\" .");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "subject | ntriples | no such column: column=subject expected=s|p|o|g",
                "ts      | ntriples | METADATA FROM 'timestamp'",
                "g       | ntriples | The column 'g' needs a format with graph names: rdf.format=ntriples",
                "g       | turtle   | The column 'g' needs a format with graph names",
            })
    void columnsAreChecked(String column, String format, String message) {
        DataType columns = Rows.columns("s", "p", "o", column);
        Map<String, String> options = Map.of("format", format);
        assertThatThrownBy(() -> new Rows(columns, List.of(), options))
                .isInstanceOf(ValidationException.class)
                .hasMessageContaining(message);
        assertThatThrownBy(() -> Rows.encoder(columns, options))
                .isInstanceOf(ValidationException.class)
                .hasMessageContaining(message);
    }

    @Test
    void typesAreChecked() {
        DataType number = DataTypes.ROW(DataTypes.FIELD("s", DataTypes.BIGINT()));
        assertThatThrownBy(() -> new Rows(number, List.of(), Map.of()))
                .hasMessageContaining("columns must be STRING: column=s type=BIGINT");
        DataType shortText = DataTypes.ROW(DataTypes.FIELD("s", DataTypes.VARCHAR(10)));
        assertThatThrownBy(() -> new Rows(shortText, List.of(), Map.of()))
                .hasMessageContaining("column=s type=VARCHAR(10)");
        DataType notNull = DataTypes.ROW(DataTypes.FIELD("s", DataTypes.STRING().notNull()));
        assertThatThrownBy(() -> new Rows(notNull, List.of(), Map.of("on-error", "row")))
                .hasMessageContaining("cannot be NOT NULL: column=s");
        assertThatThrownBy(() -> Rows.encoder(Rows.columns("s", "p"), Map.of()))
                .hasMessageContaining("needs the columns s, p and o: columns=s|p");
    }

    @ParameterizedTest
    @CsvSource({
        "triples-per-record.max, 0, at least one triple",
        "event-time.predicate, at, not an absolute IRI",
        "event-time.predicate, <http://x/at>, not an absolute IRI",
        "on-error, loudly, fail",
        "format, xml, ntriples",
    })
    void optionsAreChecked(String option, String value, String message) {
        assertThatThrownBy(() -> new Rows(Rows.TRIPLE, List.of(), Map.of(option, value)))
                .hasStackTraceContaining(message);
    }

    private static GenericRowData row(String... terms) {
        GenericRowData row = new GenericRowData(terms.length);
        for (int i = 0; i < terms.length; i++) {
            row.setField(i, StringData.fromString(terms[i]));
        }
        return row;
    }

    private static Model model(List<RowData> rows) {
        ValueFactory values = SimpleValueFactory.getInstance();
        List<Statement> statements = new ArrayList<>();
        for (RowData row : rows) {
            boolean named = row.getArity() == 4 && !row.isNullAt(3);
            Resource graph =
                    named ? NTriplesUtil.parseResource(row.getString(3).toString(), values) : null;
            statements.add(
                    values.createStatement(
                            NTriplesUtil.parseResource(row.getString(0).toString(), values),
                            NTriplesUtil.parseURI(row.getString(1).toString(), values),
                            NTriplesUtil.parseValue(row.getString(2).toString(), values),
                            graph));
        }
        return new LinkedHashModel(statements);
    }

    private static Model parse(byte[] text, RdfFormat format) throws IOException {
        return Rio.parse(new ByteArrayInputStream(text), rio(format));
    }

    private static boolean hasGraphs(RdfFormat format) {
        return format == RdfFormat.NQUADS || format == RdfFormat.JSONLD;
    }

    private static RDFFormat rio(RdfFormat format) {
        return switch (format) {
            case NTRIPLES -> RDFFormat.NTRIPLES;
            case NQUADS -> RDFFormat.NQUADS;
            case TURTLE -> RDFFormat.TURTLE;
            case JSONLD -> RDFFormat.JSONLD;
        };
    }
}
