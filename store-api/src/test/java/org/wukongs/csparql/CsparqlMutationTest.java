package org.wukongs.csparql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.Seeds;

/** Damaged texts: the parser returns or says where the error is, nothing else. */
class CsparqlMutationTest {

    private static final int MUTANT_COUNT = 6_000;

    private static final String RICH =
            """
            PREFIX ex: <http://ex.org/> BASE <http://ex.org/>
            REGISTER STREAM ex:out COMPUTED EVERY 2s AS # comment
            CONSTRUCT { ?s ex:p [ ex:q ?n ] } FROM NAMED WINDOW :w ON ex:s1 [RANGE "PT1S"^^<http://www.w3.org/2001/XMLSchema#duration> SLIDE PT1S]
            FROM Like_Stream [RANGE 1 m TUMBLING] FROM NAMED <static> FROM STORED
            WHERE { WINDOW :w { ?s ex:p/ex:q*|^ex:r ?o } OPTIONAL { GRAPH Like_Stream { ?o a ?t } }
              { SELECT ?s (COUNT(DISTINCT ?x) AS ?n) { GRAPH ?g { ?s ?p ?x } } GROUP BY ?s HAVING (COUNT(?x) > 1) }
              FILTER (?o < 5 && ?t != <u:x> || REGEX(STR(?s), '''a\\t"b"''', "i")) MINUS { ?s ?p 'x'@en, 1.5e3 }
              BIND(timestamp(?s, ?p, ?o) AS ?ts) VALUES (?a ?b) { (1 UNDEF) ("\\u00e9" -2) } FILTER NOT EXISTS { _:b ?p () } }
            LIMIT 10 OFFSET 5
            """
                    .replace(":w", "ex:w");

    @Test
    void damagedTextsAreRejectedInPlaceOrAccepted() {
        long seed = Seeds.seed(getClass());
        Random random = new Random(seed);
        List<String> texts = new ArrayList<>(LsbenchQueries.all());
        for (int i = 0; i < 10; i++) {
            texts.add(RICH);
        }
        Grammar.parse(RICH);
        int rejectedCount = 0;
        for (int i = 0; i < MUTANT_COUNT; i++) {
            String mutant = mutate(texts.get(random.nextInt(texts.size())), random);
            rejectedCount += rejects(mutant, "seed " + seed + ", mutant " + i) ? 1 : 0;
        }
        System.out.println(
                "mutation test: seed="
                        + seed
                        + " rejected="
                        + rejectedCount
                        + " of="
                        + MUTANT_COUNT);
        assertThat(rejectedCount).isBetween(MUTANT_COUNT / 2, MUTANT_COUNT - 1);
    }

    private static boolean rejects(String mutant, String where) {
        try {
            CsparqlQuery query = Grammar.parse(mutant);
            assertThat(query.algebra()).isNotNull();
            return false;
        } catch (CsparqlSyntaxException e) {
            Grammar.assertWithin(mutant, e);
            return true;
        } catch (RuntimeException | Error e) {
            throw new AssertionError(where + ": not a syntax error: " + mutant, e);
        }
    }

    private static String mutate(String text, Random random) {
        String mutant = text;
        for (int times = 1 + random.nextInt(2); times > 0; times--) {
            mutant =
                    random.nextInt(4) == 0
                            ? mutateCharacter(mutant, random)
                            : mutateToken(mutant, random);
        }
        return mutant;
    }

    private static String mutateToken(String text, Random random) {
        List<Token> tokens;
        try {
            tokens = new CsparqlLexer(SourceText.of(text)).tokens();
        } catch (CsparqlSyntaxException e) {
            return text;
        }
        Token token = tokens.get(random.nextInt(tokens.size()));
        Token other = tokens.get(random.nextInt(tokens.size()));
        // Offsets count in the decoded text.
        String decoded = SourceText.of(text).decoded();
        String before = decoded.substring(0, token.start());
        String after = decoded.substring(token.end());
        return switch (random.nextInt(4)) {
            case 0 -> before + after;
            case 1 -> before + token.text() + " " + token.text() + after;
            case 2 -> before;
            default -> before + other.text() + after;
        };
    }

    private static String mutateCharacter(String text, Random random) {
        String characters = "<>{}()[]\"'\\#?$@:;.,^|&! \t\n\r-0aE_%\u00A0\uD83Du";
        int at = random.nextInt(text.length() + 1);
        char c = characters.charAt(random.nextInt(characters.length()));
        int end = Math.min(text.length(), at + random.nextInt(2));
        return text.substring(0, at) + c + text.substring(end);
    }
}
