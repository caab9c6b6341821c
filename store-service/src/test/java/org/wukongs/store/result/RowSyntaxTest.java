package org.wukongs.store.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.wukongs.csparql.NTriples;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.value.RowCells;
import org.wukongs.store.value.SolutionRows;

/** Random rows with terms that are hard to write, read back by parsers of others. */
class RowSyntaxTest {

    private static final int RUNS = 100;
    private static final String[] PIECES = {
        "a",
        "Zo\u00eb",
        "\u4e16\u754c",
        "\ud83d\ude00",
        "\"",
        "\\",
        "\n",
        "\r",
        "\t",
        ",",
        "<",
        ">",
        "&",
        "'",
        "]]>",
        " ",
        "plain and longer than a word",
        "\\u0041",
        "_:",
        "12",
        "\u007f"
    };
    private static final List<String> NUMBERS =
            List.of("1", "-01", "+7", "1.0", ".5", "1.", "1e3", "1.E-3", "e3", "", "x", "1 ");

    private final long seed = Long.getLong("wukongs.seed", System.nanoTime());
    private final Random random = new Random(seed);

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString();
    }

    private String term() {
        String[] types = {"integer", "decimal", "double", "date", "int"};
        return switch (random.nextInt(8)) {
            case 0 -> null;
            case 1 -> NTriples.canonical("<http://x/" + random.nextInt(100) + "?a=b,c&d='e'>");
            case 2 -> NTriples.canonical("<http://x/\u4e16" + random.nextInt(9) + ">");
            case 3 -> "_:b" + random.nextInt(20);
            case 4 -> NTriples.literal(text()) + "@en-GB";
            case 5 ->
                    NTriples.literal(NUMBERS.get(random.nextInt(NUMBERS.size())))
                            + "^^<http://www.w3.org/2001/XMLSchema#"
                            + types[random.nextInt(types.length)]
                            + ">";
            case 6 -> NTriples.literal("long ".repeat(random.nextInt(20_000)) + text());
            default -> NTriples.literal(text());
        };
    }

    private List<String[]> rows(int columnCount) {
        List<String[]> rows = new ArrayList<>();
        for (int i = random.nextInt(random.nextInt(10) == 0 ? 3_000 : 20); i > 0; i--) {
            String[] row = new String[columnCount];
            for (int column = 0; column < columnCount; column++) {
                boolean repeats = !rows.isEmpty() && random.nextInt(3) == 0;
                row[column] = repeats ? rows.get(rows.size() - 1)[column] : term();
            }
            rows.add(row);
        }
        return rows;
    }

    private static List<String> vars(int columnCount) {
        return List.of("x", "name", "\u00e9", "last").subList(0, columnCount);
    }

    private static String written(RowSyntax syntax, int columnCount, List<String[]> rows)
            throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        syntax.write(vars(columnCount), rows.size(), RowCells.of(rows), out);
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void rowsComeBackAsTheyAre() throws Exception {
        for (int run = 0; run < RUNS; run++) {
            int columnCount = random.nextInt(5);
            List<String[]> rows = rows(columnCount);
            checkJson(written(RowSyntax.JSON, columnCount, rows), columnCount, rows);
            checkXml(written(RowSyntax.XML, columnCount, rows), columnCount, rows);
            assertThat(written(RowSyntax.CSV, columnCount, rows))
                    .as("seed=%d", seed)
                    .isEqualTo(csv(columnCount, rows));
            assertThat(written(RowSyntax.TSV, columnCount, rows))
                    .as("seed=%d", seed)
                    .isEqualTo(tsv(columnCount, rows));
        }
    }

    private void checkJson(String text, int columnCount, List<String[]> rows) throws IOException {
        JsonNode json = new ObjectMapper().readTree(text);
        assertThat(json.at("/head/vars").size()).isEqualTo(columnCount);
        JsonNode bindings = json.at("/results/bindings");
        assertThat(bindings.size()).as("seed=%d", seed).isEqualTo(rows.size());
        for (int row = 0; row < rows.size(); row++) {
            for (int column = 0; column < columnCount; column++) {
                JsonNode found = bindings.get(row).get(vars(columnCount).get(column));
                String term = rows.get(row)[column];
                assertThat(found == null ? null : shown(found))
                        .as("seed=%d", seed)
                        .isEqualTo(term == null ? null : shown(TermDictionary.value(term)));
            }
        }
    }

    private static List<String> shown(JsonNode term) {
        return List.of(
                term.get("type").textValue(),
                term.get("value").textValue(),
                term.path("xml:lang").asText(),
                term.path("datatype").asText());
    }

    /** Kind, value, language, datatype. */
    private static List<String> shown(Value term) {
        if (term instanceof Literal literal) {
            String language = literal.getLanguage().orElse("");
            boolean typed = language.isEmpty() && !literal.getDatatype().equals(XSD.STRING);
            return List.of(
                    "literal",
                    literal.getLabel(),
                    language,
                    typed ? literal.getDatatype().stringValue() : "");
        }
        return List.of(term instanceof BNode ? "bnode" : "uri", term.stringValue(), "", "");
    }

    private void checkXml(String text, int columnCount, List<String[]> rows) throws Exception {
        Document xml =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        assertThat(xml.getElementsByTagName("variable").getLength()).isEqualTo(columnCount);
        NodeList results = xml.getElementsByTagName("result");
        assertThat(results.getLength()).as("seed=%d", seed).isEqualTo(rows.size());
        for (int row = 0; row < Math.min(rows.size(), 100); row++) {
            NodeList bindings = ((Element) results.item(row)).getElementsByTagName("binding");
            int next = 0;
            for (int column = 0; column < columnCount; column++) {
                String term = rows.get(row)[column];
                if (term != null) {
                    Element binding = (Element) bindings.item(next++);
                    assertThat(binding.getAttribute("name"))
                            .isEqualTo(vars(columnCount).get(column));
                    Element value = (Element) binding.getFirstChild();
                    assertThat(
                                    List.of(
                                            value.getTagName(),
                                            value.getTextContent(),
                                            value.getAttribute("xml:lang"),
                                            value.getAttribute("datatype")))
                            .as("seed=%d", seed)
                            .isEqualTo(shown(TermDictionary.value(term)));
                }
            }
            assertThat(bindings.getLength()).isEqualTo(next);
        }
    }

    private static String csv(int columnCount, List<String[]> rows) {
        StringBuilder csv = new StringBuilder(String.join(",", vars(columnCount))).append("\r\n");
        for (String[] row : rows) {
            List<String> cells = new ArrayList<>();
            for (String term : row) {
                cells.add(term == null ? "" : csv(TermDictionary.value(term)));
            }
            csv.append(String.join(",", cells)).append("\r\n");
        }
        return csv.toString();
    }

    private static String csv(Value value) {
        String text = (value instanceof BNode ? "_:" : "") + value.stringValue();
        return text.matches("(?s).*[\",\r\n].*") ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }

    private static String tsv(int columnCount, List<String[]> rows) {
        String names =
                vars(columnCount).stream().map(v -> "?" + v).collect(Collectors.joining("\t"));
        StringBuilder tsv = new StringBuilder(names).append('\n');
        for (String[] row : rows) {
            List<String> cells = new ArrayList<>();
            for (String term : row) {
                cells.add(term == null ? "" : tsv(term));
            }
            tsv.append(String.join("\t", cells)).append('\n');
        }
        return tsv.toString();
    }

    private static String tsv(String term) {
        String xsd = "\"\\^\\^<http://www.w3.org/2001/XMLSchema#";
        boolean isBare =
                term.matches("\"[+-]?\\d+" + xsd + "integer>")
                        || term.matches("\"[+-]?\\d*\\.\\d+" + xsd + "decimal>")
                        || term.matches(
                                "\"[+-]?(\\d+\\.\\d*|\\.\\d+|\\d+)[eE][+-]?\\d+" + xsd + "double>");
        return isBare ? term.substring(1, term.indexOf('"', 1)) : term;
    }

    /** The same from ids, in blocks of more and less than what is read together. */
    @Test
    void cellsOfATableAreThoseOfItsRows() throws IOException {
        try (TermDictionary dictionary = new TermDictionary(1_000_000)) {
            for (int run = 0; run < RUNS / 10; run++) {
                int columnCount = 1 + random.nextInt(4);
                List<String[]> rows = rows(columnCount);
                long[][] columns = new long[columnCount][rows.size()];
                for (int row = 0; row < rows.size(); row++) {
                    for (int column = 0; column < columnCount; column++) {
                        String term = rows.get(row)[column];
                        columns[column][row] = term == null ? 0 : dictionary.vertexId(term);
                    }
                }
                SolutionRows table =
                        SolutionRows.of(new BindingTable(columns, rows.size()), dictionary);
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                RowSyntax.TSV.write(vars(columnCount), rows.size(), table.cells(), out);
                assertThat(out.toString(StandardCharsets.UTF_8))
                        .as("seed=%d", seed)
                        .isEqualTo(tsv(columnCount, rows));
                assertThat(table.strings()).usingRecursiveComparison().isEqualTo(rows);
            }
        }
    }

    @Test
    void triplesAreLines() throws IOException {
        String[] row = {"<urn:s>", "<urn:p>", "\"a\\nb\"@en"};
        assertThat(written(RowSyntax.N_TRIPLES, 3, List.of(row, row)))
                .isEqualTo((String.join(" ", row) + " .\n").repeat(2));
    }

    /** What XML does not have: test by hand, as no parser reads it. */
    @Test
    void xmlDoesNotHaveAllCharacters() {
        XmlText xml = new XmlText();
        for (String label : List.of("a\u0001b", "\ufffe", "x\uffff", "\u0000")) {
            RowCells cells = RowCells.of(List.<String[]>of(new String[] {'"' + label + '"'}));
            cells.next();
            assertThat(xml.isFit(cells)).isFalse();
        }
        for (String label : List.of("", "a\tb", "\u007f", "\ufffd", "\ud83d\ude00")) {
            RowCells cells = RowCells.of(List.<String[]>of(new String[] {'"' + label + '"'}));
            cells.next();
            assertThat(xml.isFit(cells)).isTrue();
        }
    }

    @Test
    void escapesOfCodePointsAreDecoded() throws IOException {
        String[] row = {"\"\\u0041\\U0001F600\\u0001\\u0022\"", "<http://x/\\u00e9>"};
        JsonNode found =
                new ObjectMapper()
                        .readTree(written(RowSyntax.JSON, 2, List.<String[]>of(row)))
                        .at("/results/bindings/0");
        assertThat(found.at("/x/value").textValue()).isEqualTo("A\ud83d\ude00\u0001\"");
        assertThat(found.at("/name/value").textValue()).isEqualTo("http://x/\u00e9");
    }
}
