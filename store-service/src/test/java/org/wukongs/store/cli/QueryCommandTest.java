package org.wukongs.store.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.wukongs.naive.Bench;

class QueryCommandTest {

    private static final String A_KNOWS_B = "<http://x/a> <http://x/knows> <http://x/b> .\n";
    private static final String NAMES =
            """
            <http://x/a> <http://x/name> "Zoë, \\"Z\\""@en .
            <http://x/b> <http://x/name> "Bob" .
            """;
    private static final String SELECT_NAMES = "SELECT ?x ?n { ?x <http://x/name> ?n } ORDER BY ?x";

    @TempDir private Path directory;
    private String data;

    @BeforeEach
    void data() throws IOException {
        data = file("data.nt", A_KNOWS_B + NAMES);
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text, StandardCharsets.UTF_8).toString();
    }

    @Test
    void filesOfOneNameKeepTheirRelativeIrisApart() throws IOException {
        List<String> expected = new ArrayList<>(List.of("?x"));
        List<String> args = new ArrayList<>(List.of("query", "--data"));
        for (String folder : List.of("a", "b")) {
            Path file = Files.createDirectory(directory.resolve(folder)).resolve("p.ttl");
            Files.writeString(file, "<#me> a <http://x/P> .");
            args.add(file.toString());
            expected.add("<" + file.toUri() + "#me>");
        }
        args.addAll(List.of("-e", "SELECT ?x { ?x a <http://x/P> }", "--format", "tsv"));
        assertThat(Cli.ok(args.toArray(new String[0])).lines())
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void aGraphOfAnEmptyFileIsKnown() throws IOException {
        String empty = "http://x/e=" + file("empty.nt", "");
        String[] args = {"query", "--graph", empty, "--format", "tsv", "-e", ""};
        for (String known :
                List.of(
                        "SELECT ?g { GRAPH ?g { } }",
                        "SELECT ?g FROM NAMED <http://x/e> { GRAPH ?g { } }",
                        "SELECT (<http://x/e> AS ?g) FROM <http://x/e> { GRAPH e { } }")) {
            args[args.length - 1] = known;
            assertThat(Cli.ok(args).lines()).as(known).containsExactly("?g", "<http://x/e>");
        }
    }

    private String query(String format, String sparql) {
        return Cli.ok("query", "--data", data, "-e", sparql, "--format", format);
    }

    @Test
    void tsv() {
        assertThat(query("tsv", SELECT_NAMES).lines())
                .containsExactly(
                        "?x\t?n", "<http://x/a>\t\"Zoë, \\\"Z\\\"\"@en", "<http://x/b>\t\"Bob\"");
    }

    @Test
    void explainSaysWhatEachStepTook() {
        String plan =
                Cli.ok(
                        "query",
                        "--explain",
                        "--data",
                        data,
                        "-e",
                        "SELECT ?n { ?x <http://x/knows> <http://x/b> ; <http://x/name> ?n }");
        assertThat(plan.lines().map(line -> line.replaceAll(" +", " ")))
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("engine: exploration"),
                        line -> assertThat(line).isEqualTo("step estimated rows us"),
                        line ->
                                assertThat(line)
                                        .matches(
                                                "constant 1 1 [0-9.]+ \\?x <http://x/knows>"
                                                        + " <http://x/b> for \\?x"),
                        line ->
                                assertThat(line)
                                        .matches(
                                                "expand 1 1 [0-9.]+ \\?x <http://x/name> \\?n"
                                                        + " for \\?n"));
    }

    @Test
    void csv() {
        assertThat(query("csv", SELECT_NAMES).lines())
                .containsExactly("x,n", "http://x/a,\"Zoë, \"\"Z\"\"\"", "http://x/b,Bob");
    }

    @Test
    void json() throws IOException {
        JsonNode json = new ObjectMapper().readTree(query("json", SELECT_NAMES));
        assertThat(json.at("/head/vars").toString()).isEqualTo("[\"x\",\"n\"]");
        JsonNode first = json.at("/results/bindings/0/n");
        assertThat(first.get("value").textValue()).isEqualTo("Zoë, \"Z\"");
        assertThat(first.get("xml:lang").textValue()).isEqualTo("en");
        assertThat(json.at("/results/bindings")).hasSize(2);
        assertThat(
                        new ObjectMapper()
                                .readTree(query("json", "ASK {}"))
                                .get("boolean")
                                .booleanValue())
                .isTrue();
    }

    @Test
    void xml() {
        assertThat(query("xml", SELECT_NAMES))
                .contains("<variable name='x'/>", "<uri>http://x/b</uri>", "Zoë, \"Z\"");
        assertThat(query("XML", "ASK { ?x <http://x/none> ?y }"))
                .contains("<boolean>false</boolean>");
    }

    @Test
    void table() {
        assertThat(query("table", SELECT_NAMES).lines())
                .containsExactly(
                        "x            | n",
                        "-------------+----------------",
                        "<http://x/a> | \"Zoë, \\\"Z\\\"\"@en",
                        "<http://x/b> | \"Bob\"",
                        "(2 rows)");
        assertThat(query("table", "SELECT ?x { ?x <http://x/none> ?y }"))
                .isEqualToNormalizingNewlines("x\n-\n(0 rows)\n");
    }

    @Test
    void countHasALineForEachQuery() throws IOException {
        String one = file("one.rq", "SELECT * { ?x <http://x/knows> ?y }");
        String two = file("two.rq", "CONSTRUCT WHERE { ?x ?p ?y }");
        String out =
                Cli.ok(
                        "query",
                        "--data",
                        data,
                        "--query",
                        one,
                        two,
                        "--query",
                        one,
                        "-e",
                        "ASK {}",
                        "--format",
                        "count",
                        "--repeat",
                        "3");
        List<String> lines = out.lines().toList();
        assertThat(lines).hasSize(4).allMatch(line -> line.matches("[^\t]+\t\\d+\t\\d+\\.\\d{3}"));
        assertThat(lines.get(0)).startsWith(one + "\t1\t");
        assertThat(lines.get(1)).startsWith(two + "\t3\t");
        assertThat(lines.get(2)).startsWith(one + "\t1\t");
        assertThat(lines.get(3)).startsWith("-e\t1\t");
    }

    @Test
    void askAndGraphs() {
        assertThat(query("tsv", "ASK { ?x <http://x/knows> ?y }").strip()).isEqualTo("true");
        assertThat(query("table", "ASK { ?x <http://x/none> ?y }").strip()).isEqualTo("false");
        assertThat(
                        query("tsv", "CONSTRUCT { ?y <http://x/of> ?x } { ?x <http://x/knows> ?y }")
                                .strip())
                .isEqualTo("<http://x/b> <http://x/of> <http://x/a> .");
        assertThat(query("json", "DESCRIBE <http://x/b>").lines())
                .containsExactlyInAnyOrder(
                        "<http://x/b> <http://x/name> \"Bob\" .", A_KNOWS_B.strip());
    }

    @Test
    void timeIsReportedOnStandardError() {
        Cli cli = Cli.run("query", "--data", data, "-e", SELECT_NAMES, "--time", "--format", "csv");
        assertThat(cli.exitCode()).isZero();
        assertThat(cli.err().lines().toList())
                .hasSize(2)
                .anyMatch(line -> line.startsWith("loaded: statements=3 ms="))
                .anyMatch(line -> line.startsWith("-e: rows=2 median ms="));
        assertThat(cli.lines()).hasSize(3);
    }

    @Test
    void everyFormatOfRdfPlainAndCompressed() throws IOException {
        List<String> files = new ArrayList<>();
        files.add(file("a.nt", "<http://x/1> <http://x/p> \"nt\" ."));
        files.add(file("b.ttl", "@prefix : <http://x/> . :2 :p 'ttl' ."));
        files.add(file("c.jsonld", "{\"@id\":\"http://x/3\",\"http://x/p\":\"jsonld\"}"));
        files.add(
                file(
                        "d.rdf",
                        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'"
                                + " xmlns:x='http://x/'><rdf:Description rdf:about='http://x/4'>"
                                + "<x:p>rdf</x:p></rdf:Description></rdf:RDF>"));
        files.add(file("e.trig", "@prefix : <http://x/> . :5 :p 'trig' . :g { :5 :p 'named' . }"));
        files.add(
                file(
                        "f.nq",
                        "<http://x/6> <http://x/p> \"nq\" .\n<http://x/6> <http://x/p> \"named\" <http://x/g> ."));
        files.add(compressed("g.nt.gz", "<http://x/7> <http://x/p> \"gz\" ."));
        files.add(compressed("h.ttl.zst", "<http://x/8> <http://x/p> 'zst' ."));
        List<String> args = new ArrayList<>(List.of("query", "--format", "tsv", "--data"));
        args.addAll(files);
        args.addAll(List.of("-e", "SELECT ?o { ?s <http://x/p> ?o } ORDER BY ?s"));
        assertThat(Cli.ok(args.toArray(new String[0])).lines())
                .containsExactly(
                        "?o",
                        "\"nt\"",
                        "\"ttl\"",
                        "\"jsonld\"",
                        "\"rdf\"",
                        "\"trig\"",
                        "\"nq\"",
                        "\"gz\"",
                        "\"zst\"");
        args.set(args.size() - 1, "SELECT ?s { GRAPH <http://x/g> { ?s ?p ?o } } ORDER BY ?s");
        assertThat(Cli.ok(args.toArray(new String[0])).lines())
                .containsExactly("?s", "<http://x/5>", "<http://x/6>");
    }

    private String compressed(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        try (OutputStream raw = Files.newOutputStream(file);
                OutputStream out =
                        name.endsWith(".gz")
                                ? new GZIPOutputStream(raw)
                                : new ZstdOutputStream(raw)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return file.toString();
    }

    @Test
    void namedGraphs() throws IOException {
        String other = file("other.nt", "<http://x/c> <http://x/knows> <http://x/d> .");
        String out =
                Cli.ok(
                        "query",
                        "--data",
                        data,
                        "--graph",
                        "<http://x/g>=" + data,
                        "http://x/g=" + other,
                        "--graph",
                        "Lab=" + other,
                        "--format",
                        "csv",
                        "-e",
                        "SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g ORDER BY ?g");
        assertThat(out.lines()).containsExactly("g,n", "http://x/g,4", "urn:wukongs:name:Lab,1");
        assertThat(
                        Cli.ok(
                                "query",
                                "--graph",
                                "Lab=" + other,
                                "--format",
                                "csv",
                                "-e",
                                "SELECT ?s FROM Lab { ?s ?p ?o }"))
                .isEqualToNormalizingNewlines("s\nhttp://x/c\n");
    }

    @Test
    void oneFileMayFeedSeveralGraphs() {
        String out =
                Cli.ok(
                        "query",
                        "--graph",
                        "A=" + data,
                        "B=" + data,
                        "--format",
                        "csv",
                        "-e",
                        "SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } }");
        assertThat(out.lines()).containsExactly("n", "6");
    }

    @Test
    void blankNodesBelongToTheirFile() throws IOException {
        String one = file("one.nt", "_:b <http://x/p> \"1\" .\n_:b <http://x/q> \"1\" .");
        String two = file("two.nt", "_:b <http://x/p> \"2\" .");
        assertThat(
                        Cli.ok(
                                "query",
                                "--data",
                                one,
                                two,
                                "--format",
                                "csv",
                                "-e",
                                "SELECT (COUNT(DISTINCT ?b) AS ?n) { ?b ?p ?o }"))
                .isEqualToNormalizingNewlines("n\n2\n");
    }

    /**
     * {@code what} is the file's text with \n for a line break; the error names file, line and
     * column.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bad.nt      | <http://x/a> <http://x/b> <http://x/c> .\\nnonsense .  | line 2",
                "bad.nq      | <http://x/a> <http://x/b> <http://x/c> <http://x/g> .\\n\\n<a b | line 3",
                "bad.ttl     | @prefix : <http://x/> .\\n:a :b [ :c ;; .             | line 2",
                "bad.trig    | @prefix : <http://x/> .\\n:g { :a :b                  | line 2",
                "bad.rdf     | <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>\\n<oops | line 2",
                "bad.jsonld  | {\"@id\":\\n \"http://x/a\" oops}                       | line 2",
            })
    void badRdfNamesFileLineAndColumn(String name, String what, String where) throws IOException {
        String bad = file(name, what.replace("\\n", "\n"));
        String error = Cli.fails(1, "query", "--data", data, bad, "-e", SELECT_NAMES);
        assertThat(error).startsWith("error: bad RDF: ").contains("(" + bad + ", " + where);
        assertThat(error).matches(".*, column \\d+\\)");
    }

    /** {@code ?} stands for a byte that no UTF-8 has. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bad.nt      | <http://x/a> <http://x/b> \"?\" .        | line 1, column 28",
                "bad.nq      | <http://x/a> <http://x/?> \"c\" .        | line 1, column 24",
                "bad.nt      | # a comment ?                            | line 1, column 13",
                "bad.ttl     | @prefix : <http://x/> .\\n:a :b '?' .    | line 2, column 8",
                "bad.trig    | <http://x/g> { <http://x/a> a \"?\" }     | line 1, column 32",
                "bad.jsonld  | {\"@id\":\"http://x/?\"}                    | line 1, column 18",
                "bad.rdf     | <?xml version='1.0'?><a b='~'/>          | line 1",
            })
    void bytesThatAreNotUtf8AreNoReplacementCharacters(String name, String what, String where)
            throws IOException {
        String bad = file(name, "");
        byte[] bytes = what.replace("\\n", "\n").getBytes(StandardCharsets.ISO_8859_1);
        char mark = name.endsWith(".rdf") ? '~' : '?';
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = bytes[i] == mark ? (byte) 0xFF : bytes[i];
        }
        Files.write(Path.of(bad), bytes);
        assertThat(Cli.fails(1, "query", "--data", data, bad, "-e", SELECT_NAMES))
                .startsWith("error: bad RDF: ")
                .contains("UTF-8", "(" + bad + ", " + where);
    }

    @Test
    void entitiesOfTheFileArePutInAndOthersRefused() throws IOException {
        String head =
                "<?xml version='1.0'?>\n<!DOCTYPE rdf:RDF [ <!ENTITY x 'http://x/'>"
                        + " <!ENTITY e SYSTEM 'file:///etc/hostname'>"
                        + " <!ENTITY a '&x;&x;&x;&x;&x;&x;&x;&x;&x;&x;'>"
                        + " <!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'>"
                        + " <!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;'>"
                        + " <!ENTITY d '&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;'> ]>\n"
                        + "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'"
                        + " xmlns:x='http://x/'>\n<rdf:Description rdf:about='&x;a'><x:p>";
        String tail = "</x:p></rdf:Description>\n</rdf:RDF>";
        String own = file("own.rdf", head + "&x;" + tail);
        assertThat(Cli.ok("query", "--data", own, "--format", "csv", "-e", "SELECT ?o {?s ?p ?o}"))
                .isEqualToNormalizingNewlines("o\nhttp://x/\n");
        String external = file("external.rdf", head + "&e;" + tail);
        assertThat(Cli.fails(1, "query", "--data", external, "-e", "ASK {}"))
                .contains("an external entity is not read: entity=e (" + external + ", line 4");
        String laughs = file("laughs.rdf", head + "&d;&d;&d;&d;&d;&d;&d;&d;" + tail);
        assertThat(Cli.fails(1, "query", "--data", laughs, "-e", "ASK {}"))
                .contains("entity expansions", laughs);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "new.nt  | <<( <http://x/a> a <http://x/b> )>> <http://x/p> <http://x/o> . | RDF-star",
                "new.nt  | <http://x/a> <http://x/b> << <http://x/a> ?                     | RDF-star",
                "new.ttl | <<<http://x/a> <http://x/b> <http://x/c>>> <http://x/p> '' .    | RDF-star",
                "new.nt  | <http://x/a> <http://x/b> \"c\"@en--ltr .                       | --ltr",
                "new.ttl | <http://x/a> <http://x/b> \"c\"@ar--rtl .                       | --rtl",
            })
    void whatRdf12BringsIsRefusedByName(String name, String what, String expected)
            throws IOException {
        String newer = file(name, what + "\n");
        assertThat(Cli.fails(1, "query", "--data", newer, "-e", "ASK {}"))
                .contains(expected, "not supported (" + newer + ", line 1, column ");
    }

    @Test
    void skipBadCountsAndGoesOn() throws IOException {
        String bad = file("bad.nt", A_KNOWS_B + "nonsense .\n" + NAMES + "<http://x/a> oops .\n");
        Cli cli =
                Cli.run(
                        "query",
                        "--data",
                        bad,
                        "--skip-bad",
                        "--format",
                        "csv",
                        "-e",
                        SELECT_NAMES);
        assertThat(cli.exitCode()).isZero();
        assertThat(cli.err().lines())
                .containsExactly(
                        "warning: bad statements skipped: count=2",
                        "  Expected '<' or '_', found: n (" + bad + ", line 2, column 1)",
                        "  Expected '<', found: o (" + bad + ", line 5, column 14)");
        assertThat(cli.lines()).hasSize(3);
    }

    @Test
    void filesThatCannotBeRead() throws IOException {
        String missing = directory.resolve("none.nt").toString();
        String noFormat = file("data.unknown", A_KNOWS_B);
        String noGzip = file("fake.nt.gz", A_KNOWS_B);
        String noZstd = file("fake.nt.zst", A_KNOWS_B);
        assertThat(Cli.fails(1, "query", "--data", missing, "-e", "ASK {}"))
                .isEqualTo("error: no such file: file=" + missing);
        assertThat(Cli.fails(1, "query", "--data", directory.toString(), "-e", "ASK {}"))
                .contains(directory.toString());
        assertThat(Cli.fails(1, "query", "--data", noFormat, "-e", "ASK {}"))
                .contains("no RDF format", noFormat);
        assertThat(Cli.fails(1, "query", "--data", noGzip, "-e", "ASK {}"))
                .contains("cannot read", noGzip);
        assertThat(Cli.fails(1, "query", "--data", noZstd, "-e", "ASK {}"))
                .contains("cannot read", noZstd);
        assertThat(Cli.fails(2, "query", "--graph", data, "-e", "ASK {}"))
                .contains("--graph takes NAME=FILE");
        assertThat(Cli.fails(1, "query", "--data", data, "--query", missing))
                .contains("cannot read the query", missing);
    }

    @Test
    void badQueriesNameTheirPlace() throws IOException {
        String bad = file("bad.rq", "SELECT ?x\nWHERE { ?x ?y }");
        assertThat(Cli.fails(1, "query", "--data", data, "--query", bad))
                .contains("(" + bad + ", line 2, column ");
        assertThat(Cli.fails(1, "query", "--data", data, "-e", "SELECT"))
                .contains("(-e, line 1, column ");
        assertThat(
                        Cli.fails(
                                1,
                                "query",
                                "--data",
                                data,
                                "-e",
                                "SELECT ?x FROM Nowhere { ?x ?p ?y }"))
                .contains("unknown graph 'Nowhere'");
        assertThat(
                        Cli.fails(
                                1,
                                "query",
                                "--data",
                                data,
                                "-e",
                                "REGISTER QUERY q AS SELECT ?x FROM STREAM s [RANGE 1s STEP 1s] { ?x ?p ?y }"))
                .contains("unknown stream 's'");
    }

    @Test
    void verboseShowsAStackTraceBehindTheLine() {
        Cli cli = Cli.run("--verbose", "query", "--data", data, "-e", "SELECT");
        assertThat(cli.exitCode()).isEqualTo(1);
        assertThat(cli.err()).startsWith("error: ").contains("\tat org.wukongs.");
    }

    /** The seven queries of the Wukong paper on LUBM-1; rows as the bench data says. */
    @Test
    void lubm() {
        String ub = "PREFIX ub: <http://swat.cse.lehigh.edu/onto/univ-bench.owl#> ";
        String q13 =
                "?x ub:undergraduateDegreeFrom ?y . ?y a ub:University . ?x ub:memberOf ?z ."
                        + " ?z a ub:Department . ?z ub:subOrganizationOf ?y";
        String department = "<http://www.Department0.University0.edu>";
        List<String> patterns =
                List.of(
                        "?x a ub:GraduateStudent . " + q13,
                        "?x a ub:Course . ?x ub:name ?y",
                        "?x a ub:UndergraduateStudent . " + q13,
                        "?x ub:worksFor "
                                + department
                                + " . ?x a ub:FullProfessor . ?x ub:name ?n ."
                                + " ?x ub:emailAddress ?e . ?x ub:telephone ?t",
                        "?x ub:subOrganizationOf " + department + " . ?x a ub:ResearchGroup",
                        "?y ub:subOrganizationOf <http://www.University0.edu> . ?y a ub:Department ."
                                + " ?x ub:worksFor ?y . ?x a ub:FullProfessor",
                        "?y a ub:FullProfessor . ?x ub:advisor ?y . ?x a ub:UndergraduateStudent ."
                                + " ?x ub:takesCourse ?z . ?z a ub:Course . ?y ub:teacherOf ?z");
        List<String> args = new ArrayList<>(List.of("query", "--format", "count", "--data"));
        args.add(Bench.path("lubm/lubm-1.nt.zst").toString());
        patterns.forEach(
                pattern -> args.addAll(List.of("-e", ub + "SELECT * { " + pattern + " }")));
        args.addAll(List.of("-e", "SELECT * { ?s ?p ?o }"));
        assertThat(Cli.ok(args.toArray(new String[0])).lines().map(line -> line.split("\t", -1)[1]))
                .containsExactly("0", "828", "0", "10", "10", "125", "30", "100543");
    }
}
