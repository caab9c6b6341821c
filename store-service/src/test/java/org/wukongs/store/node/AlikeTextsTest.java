package org.wukongs.store.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.wukongs.client.OneShotResult;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.csparql.CsparqlSyntaxException;
import org.wukongs.csparql.UpdateParser;
import org.wukongs.error.WukongsException;
import org.wukongs.naive.Seeds;
import org.wukongs.store.text.TextCounts;

/**
 * Queries and updates whose texts are like earlier ones do what the same text does when it is
 * parsed: a comment at its end that no other text has makes it unlike all others.
 */
class AlikeTextsTest {

    private static final int ROUNDS = 30;
    private static final int TEXTS = 160;
    private static final int QUADS_MAX = 40;
    private static final int FILL_COUNT = 6;

    private static final String PREFIXES =
            "PREFIX p: <http://p/>\nPREFIX v: <http://v/a#>\nPREFIX : <http://e/>\n";

    private static final List<String> BASES =
            List.of("BASE <http://b/c/d>\n", "BASE <urn:b:c> BASE <x>\n", "BASE <http://p/$/>\n");

    private static final List<String> TERMS =
            List.of(
                    "p:u$",
                    "<http://x/$>",
                    "\"n $é\"",
                    "$",
                    "v:$",
                    ":x-$",
                    "\"n$\"@en",
                    "\"$\"^^<http://www.w3.org/2001/XMLSchema#integer>",
                    "\"$\"^^<http://www.w3.org/2001/XMLSchema#string>",
                    "\"$\"^^p:t",
                    "\"a <http://x/$> b\"",
                    "<http://x/a.b#c$>",
                    "<urn:u:$>",
                    "<$>",
                    "'s \"$\" t'",
                    "-$",
                    "4.$",
                    "true",
                    "p:a%41$",
                    "\"\\u0041$\"",
                    "\"\"\"l$\"\"\"",
                    "v:a.b$");
    private static final int SUBJECT_COUNT = 2; // of the terms
    private static final int PLAIN_COUNT = 6;
    private static final List<String> PREDICATES = List.of("p:k", "v:l", "<http://p/m>", "a");
    private static final List<String> QUERIES =
            List.of(
                    "SELECT * { B }",
                    "SELECT DISTINCT ?x { B } ORDER BY ?x LIMIT $",
                    "ASK { B }",
                    "CONSTRUCT { ?x p:c O } WHERE { B }",
                    "SELECT ?x { B OPTIONAL { ?x P O } }",
                    "SELECT ?x { { B } UNION { ?x P O } }",
                    "SELECT ?x { B FILTER(?x != O) }",
                    "SELECT ?x { B FILTER EXISTS { ?x P O } }",
                    "SELECT ?x { B MINUS { ?x P O } }",
                    "SELECT * { B GRAPH <urn:g$> { ?x P O } }",
                    "SELECT * FROM <urn:g$> { B }",
                    "SELECT * { B VALUES ?x { S S } }",
                    "SELECT ?x (COUNT(*) AS ?n) { B } GROUP BY ?x HAVING (COUNT(*) > $)",
                    "SELECT ?x ?z { B BIND(O AS ?z) }",
                    "SELECT * { S p:k/v:l ?y . B }",
                    "SELECT * { S (p:k|v:l)* ?y . B }",
                    "SELECT * { { SELECT ?x { B } LIMIT $ } ?x P ?z }",
                    "SELECT * { B . ?x P [ P O ] }",
                    "SELECT ?x { B FILTER(?x = p:u$) FILTER NOT EXISTS { S P ?x } }",
                    "DESCRIBE S",
                    "SELECT * { B . ?x P O ; P O, O . }");
    private static final List<String> UPDATES =
            List.of(
                    "INSERT DATA { S P O }",
                    "INSERT DATA { S P O ; P O . GRAPH <urn:g$> { S P O } }",
                    "INSERT DATA { S P _:b . _:b P O }",
                    "DELETE DATA { S P O . S P O }",
                    "DELETE { S P ?o } INSERT { S P O } WHERE { S P ?o }",
                    "DELETE { ?x P ?o } INSERT { ?x P O . GRAPH <urn:g1> { ?x P ?o } } WHERE { ?x P ?o }",
                    "DELETE WHERE { S P ?o }",
                    "WITH <urn:g1> DELETE { ?x P ?o } INSERT { ?x P $ } WHERE { ?x P ?o . ?x P O }",
                    "INSERT { ?x P [ P O ] } WHERE { ?x P O } ; DELETE DATA { S P O }",
                    "INSERT { ?x P ?o } WHERE { ?x P ?o FILTER(?o != O) }",
                    "INSERT { ?o P ?x } WHERE { ?x P O . ?x P ?o }",
                    "CLEAR GRAPH <urn:g$>");
    private static final String CHARACTERS = "ab19_-.:<>\"'\\ \n{}()#?$;,@%é/^";

    private final Random random = Seeds.random(getClass());
    private final StoreNode node = new StoreNode(StoreConfig.DEFAULT, new SystemNanoClock());
    private final StoreNode parsing = new StoreNode(StoreConfig.DEFAULT, new SystemNanoClock());
    private int unique;

    @AfterEach
    void close() {
        node.close();
        parsing.close();
    }

    @Test
    void answersAreThoseOfParsing() {
        for (int round = 0; round < ROUNDS; round++) {
            String query = shape(pick(QUERIES));
            String update = shape(pick(UPDATES));
            for (int i = 0; i < TEXTS; i++) {
                update(text(update));
                if (quads(node).size() > QUADS_MAX) {
                    update("DROP ALL");
                }
                query(text(query));
            }
            assertThat(quads(node)).isEqualTo(quads(parsing));
        }
        TextCounts counts = node.textCounts();
        System.out.println("alike texts: " + counts);
        assertThat(counts.known()).isGreaterThan(counts.parsed() / 2);
    }

    private void query(String text) {
        String found = answer(node, text);
        String error = syntaxError(() -> CsparqlParser.parse(text, node.streams()));
        assertThat(found)
                .as(text)
                .isEqualTo(error == null ? answer(parsing, text + comment()) : error);
    }

    private void update(String text) {
        String found = changed(node, text);
        String error = syntaxError(() -> UpdateParser.parse(text));
        assertThat(found)
                .as(text)
                .isEqualTo(error == null ? changed(parsing, text + comment()) : error);
    }

    /** Returns the error in a text itself: a comment at its end may move its place. */
    private static String syntaxError(Runnable parse) {
        try {
            parse.run();
            return null;
        } catch (CsparqlSyntaxException e) {
            return e.getMessage();
        }
    }

    private String comment() {
        return " #n" + unique++ + "o";
    }

    private static String answer(StoreNode of, String text) {
        try {
            OneShotResult result = of.query(text);
            List<String> rows = new ArrayList<>();
            result.rows().forEach(row -> rows.add(withoutLabels(Arrays.toString(row))));
            rows.sort(null);
            boolean some = text.contains("LIMIT"); // any rows are right
            return result.form() + " " + result.vars() + " " + (some ? rows.size() : rows);
        } catch (WukongsException e) {
            return e.getMessage();
        }
    }

    private static String changed(StoreNode of, String text) {
        try {
            return of.update(text).toString();
        } catch (WukongsException e) {
            return e.getMessage();
        }
    }

    private static List<String> quads(StoreNode of) {
        List<String> quads = new ArrayList<>();
        of.query("SELECT * { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }")
                .rows()
                .forEach(row -> quads.add(withoutLabels(Arrays.toString(row))));
        quads.sort(null);
        return quads;
    }

    private static String withoutLabels(String row) {
        return row.replaceAll("_:\\w+", "_:b");
    }

    // Texts

    /** A text with {@code $} where each text has something of its own. */
    private String shape(String pattern) {
        StringBuilder shape = new StringBuilder(random.nextBoolean() ? "" : pick(BASES));
        shape.append(PREFIXES);
        boolean plain = random.nextInt(3) > 0;
        String body = pattern.replace("B", random.nextBoolean() ? "?x P O" : "?x P O . ?x P ?y");
        for (int i = 0; i < body.length(); i++) {
            boolean place = i == 0 || " {(".indexOf(body.charAt(i - 1)) >= 0;
            boolean alone = i + 1 == body.length() || " ),".indexOf(body.charAt(i + 1)) >= 0;
            char c = place && alone ? body.charAt(i) : 0;
            switch (c) {
                case 'S' -> shape.append(pick(TERMS.subList(0, SUBJECT_COUNT)));
                case 'P' -> shape.append(pick(PREDICATES));
                case 'O' -> shape.append(pick(plain ? TERMS.subList(0, PLAIN_COUNT) : TERMS));
                default -> shape.append(body.charAt(i));
            }
        }
        return shape.toString();
    }

    private String text(String shape) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < shape.length(); i++) {
            char c = shape.charAt(i);
            text.append(c == '$' ? String.valueOf(random.nextInt(FILL_COUNT)) : c);
        }
        return random.nextInt(8) == 0 ? spoilt(text) : text.toString();
    }

    /** With some characters replaced, removed or put in. */
    private String spoilt(StringBuilder text) {
        for (int i = random.nextInt(3); i >= 0; i--) {
            int at = random.nextInt(text.length());
            char c = CHARACTERS.charAt(random.nextInt(CHARACTERS.length()));
            text.replace(at, at + random.nextInt(2), random.nextInt(3) > 0 ? "" + c : "");
        }
        return text.toString();
    }

    private <T> T pick(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    // Counts and limits

    @Test
    void textsThatDifferInConstantsAreParsedAFewTimesOnly() {
        for (int i = 0; i < 1000; i++) {
            node.query(PREFIXES + "SELECT * { p:a" + i + " p:k ?y . ?y v:l \"n" + i + "\" }");
            node.update(PREFIXES + "INSERT DATA { p:a" + i + " p:k " + i + " }");
            node.update("DELETE { ?x <urn:p> ?y } WHERE { ?x <urn:p> ?y . ?x <urn:q> " + i + " }");
        }
        TextCounts counts = node.textCounts();
        assertThat(counts).isEqualTo(new TextCounts(2976, 24, 3, 3));
    }

    @Test
    void manyShapesAreForgottenAndNotAllLearned() {
        long shapes = 3000;
        long times = 10;
        for (long i = 0; i < shapes * times; i++) {
            String own = "<urn:p" + i % shapes + ">";
            node.query(
                    "SELECT * { ?x "
                            + own
                            + " <urn:a"
                            + i
                            + "> ; "
                            + own
                            + " ?v"
                            + i % shapes
                            + " }");
        }
        TextCounts counts = node.textCounts();
        assertThat(counts.known() + counts.parsed()).isEqualTo(shapes * times);
        // Each has three places, so six parses to learn from it, for which 24 texts are parsed.
        assertThat(counts.learned()).isBetween(100L, shapes * times / 24 + 100);
        assertThat(counts.skeletons()).isLessThanOrEqualTo(256);
    }

    @Test
    void hostileTextsAreParsed() {
        List<String> texts =
                List.of(
                        "SELECT * { ?x <urn:p> "
                                + "( ".repeat(200)
                                + " 1 "
                                + ") ".repeat(200)
                                + "}",
                        "SELECT * { " + "?x <urn:p> <urn:a> . ".repeat(65) + "}",
                        "SELECT * { ?x ?p \"" + "x".repeat(20_000) + "\" }",
                        "SELECT * { ?x ?p ?y FILTER(" + "!".repeat(3000) + "?y) }",
                        "SELECT * { ?x ?p \"a",
                        "SELECT * { ?x ?p <urn:a",
                        "REGISTER QUERY q AS",
                        "\"",
                        "<",
                        "");
        for (int i = 0; i < 20; i++) {
            for (String text : texts) {
                assertThat(answer(node, text))
                        .as(text)
                        .isEqualTo(answer(parsing, text + comment()));
            }
        }
    }

    @Test
    void graphsThatComeAndGoAreLookedUpAgain() {
        for (int i = 0; i < 100; i++) {
            if (i % 30 == 15) {
                node.update("INSERT DATA { GRAPH <urn:t:g> { <urn:a> <urn:p> <urn:b> } }");
                parsing.update("INSERT DATA { GRAPH <urn:t:g> { <urn:a> <urn:p> <urn:b> } }");
            } else if (i % 30 == 0) {
                node.update("DROP SILENT GRAPH <urn:t:g>");
                parsing.update("DROP SILENT GRAPH <urn:t:g>");
            }
            query("SELECT * FROM <urn:t:g> { <urn:a> <urn:p> ?x }");
            query("SELECT * { GRAPH <urn:t:g> { <urn:a> <urn:p> ?x } }");
        }
        assertThat(node.textCounts().known()).isGreaterThan(50);
    }

    @Test
    void threadsFindTheirOwnAnswers() throws Exception {
        int people = 50;
        for (int i = 0; i < people; i++) {
            node.update("INSERT DATA { <urn:a" + i + "> <urn:p> <urn:b" + i + "> }");
        }
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<Integer>> tasks = new ArrayList<>();
            for (int task = 0; task < 4; task++) {
                tasks.add(() -> wrongAnswers(people));
            }
            for (Future<Integer> wrong : threads.invokeAll(tasks)) {
                assertThat(wrong.get()).isZero();
            }
        } finally {
            threads.shutdown();
        }
        assertThat(node.textCounts().known()).isGreaterThan(5000);
    }

    private int wrongAnswers(int people) {
        int wrong = 0;
        for (int i = 0; i < 3000; i++) {
            String text = "SELECT ?x { <urn:a" + i % people + "> <urn:p> ?x }";
            List<String[]> rows = node.query(text).rows();
            boolean right = rows.size() == 1 && rows.get(0)[0].equals("<urn:b" + i % people + ">");
            wrong += right ? 0 : 1;
        }
        return wrong;
    }
}
