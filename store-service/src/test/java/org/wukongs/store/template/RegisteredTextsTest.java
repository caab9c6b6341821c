package org.wukongs.store.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.csparql.Catalog;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.FixedCatalog;
import org.wukongs.error.WukongsException;
import org.wukongs.naive.Seeds;
import org.wukongs.store.algebra.SinglePattern;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.plan.CompiledQuery;
import org.wukongs.store.plan.QueryCompiler;
import org.wukongs.store.plan.VersionedNames;
import org.wukongs.store.text.TextSkeleton;

/** What is compiled without being parsed is what parsing gives. */
final class RegisteredTextsTest {

    private static final String PREFIXES =
            "PREFIX p: <http://p/>\nPREFIX v: <http://v/a#>\nPREFIX : <http://e/>\n";
    private static final List<String> TERMS =
            List.of(
                    "p:u$",
                    "v:$",
                    "v:$",
                    "<http://x/$>",
                    "\"n$\"",
                    ":x$",
                    "v:a.b$",
                    "v:a-$",
                    "<http://x/$>",
                    "<http://x/a.b#c$>",
                    "<urn:u:$>",
                    "\"n$\"",
                    "\"n$\"@en",
                    "\"$\"^^p:t",
                    "\"a <http://x/$> b\"",
                    "<$>",
                    "'s$'",
                    "4$",
                    "true",
                    "p:a%41$",
                    "\"\\u0041$\"",
                    "?x",
                    "?y");
    private static final int PLAIN_COUNT = 5; // of the terms
    private static final int PLAIN_PREDICATE_COUNT = 3;
    private static final int PLAIN_END_COUNT = 5;
    private static final List<String> PREDICATES =
            List.of("p:k", "v:l", "p:m", "a", "<http://p/m>", "p:k/p:l");
    private static final List<String> ENDS =
            List.of(
                    "",
                    "",
                    "",
                    "FILTER(?x != ?y) ",
                    "GRAPH STORED { ?x p:k v:$ } ",
                    "FILTER(?x != p:u$) ",
                    "# p:u$ \n",
                    "FILTER(timestamp(?x) > $) ",
                    "OPTIONAL { ?x p:k p:u$ } ",
                    "VALUES ?x { p:u$ } ");
    private static final List<String> FILLS =
            List.of("1", "2", "7a", "AS", "x_y", "a-b", "a.b", "é", "", "true", "type", "%", " ");
    private static final int FILL_COUNT = 50;
    private static final String CHARACTERS = "ab19_-.:<>\"'\\ \n{}()#?$;,@%é/^";

    private final Random random = Seeds.random(RegisteredTextsTest.class);
    private final TemplateRegistry registry = new TemplateRegistry(new TermDictionary(10_000));
    private final RegisteredTexts texts = new RegisteredTexts();
    private long version;
    private Catalog catalog = FixedCatalog.ofNames(List.of("urn:s"), List.of());

    /** As a store does it; true where the text was not parsed, and what came of it is right. */
    private boolean register(String text) {
        RegisteredTexts.Alike alike = texts.find(text, new VersionedNames(catalog, () -> version));
        CompiledQuery found = alike == null ? null : alike.query();
        CsparqlQuery parsed;
        CompiledQuery compiled;
        try {
            parsed = CsparqlParser.parse(text, catalog);
            compiled = QueryCompiler.compile(parsed);
        } catch (WukongsException e) {
            assertThat(found).as("%s: %s", e.getMessage(), text).isNull();
            return false;
        }
        if (found != null) {
            assertThat(RegisteredTexts.text(alike.skeleton(), found)).isEqualTo(text);
            assertThat(found.query())
                    .as(text)
                    .isEqualTo(parsed.withNameAndText(parsed.name(), null));
            assertThat(found.plan().constants()).isEqualTo(compiled.plan().constants());
            SinglePattern single = found.plan().single();
            assertThat(single.template()).isEqualTo(compiled.plan().single().template());
            assertThat(single.slots()).isEqualTo(compiled.plan().single().slots());
            assertThat(single.selection())
                    .usingRecursiveComparison()
                    .isEqualTo(compiled.plan().single().selection());
        }
        learn(parsed, found == null ? compiled : found, found == null);
        return found != null;
    }

    private void learn(CsparqlQuery query, CompiledQuery compiled, boolean learn) {
        boolean continuous = query.continuous() && !query.stream();
        TemplateSubscription subscription =
                continuous ? registry.register(query.name(), query, compiled) : null;
        if (subscription != null && learn) {
            TextLesson lesson = texts.lesson(subscription, query.text());
            TextSkeleton<CompiledQuery> skeleton = lesson == null ? null : lesson.learn(catalog);
            if (skeleton != null) {
                texts.add(skeleton);
            }
        }
    }

    private static String text(String name, String body, String constant) {
        String text =
                "REGISTER QUERY "
                        + name
                        + " AS "
                        + PREFIXES
                        + "SELECT * FROM STREAM <urn:s> [RANGE 1s STEP 100ms] FROM STORED WHERE { "
                        + body
                        + "}";
        return text.replace("$", constant);
    }

    @Test
    void textsThatDifferInConstantsOnlyAreNotParsed() {
        for (int i = 0; i < 10; i++) {
            String text = text("q$", "?x p:k v:$ . <http://x/a-$> v:l \"n$\"@en, p:u$. ", i + "b");
            assertThat(register(text)).as(text).isEqualTo(i > 1);
        }
    }

    @Test
    void namesThatMeanSomethingElseByNowAreLookedUpAgain() {
        for (int i = 0; i < 6; i++) {
            if (i == 3) {
                catalog = FixedCatalog.ofNames(List.of("urn:s", "urn:t"), List.of());
                version++;
            }
            assertThat(register(text("q$", "?x p:k v:$ ", i + "b"))).isEqualTo(i > 1 && i != 3);
        }
    }

    @Test
    void whatEachTextOfItsOwnHasIsParsed() {
        for (int i = 0; i < 10; i++) {
            String text = text("q$", "?x p:k ?y FILTER(?x != v:$) ", i + "b");
            assertThat(register(text)).as(text).isFalse();
        }
    }

    @Test
    void randomTextsAreWhatParsingGives() {
        int found = 0;
        int tried = 0;
        for (int round = 0; round < 120; round++) {
            String body = body(round, round % 8 > 0);
            String name = pick(List.of("q$", "a-b$"));
            for (int i = 0; i < 60; i++) {
                String text = filled(text(name, body, "$"));
                if (i > 2 && random.nextInt(6) == 0) {
                    text = random.nextBoolean() ? spoilt(text) : varied(body);
                }
                found += register(text) ? 1 : 0;
                tried++;
            }
        }
        System.out.println("known texts: found=" + found + " tried=" + tried);
        assertThat(found).as("of %d", tried).isGreaterThan(tried / 2);
    }

    /** Mostly another constant at each place, now and then the same at two. */
    private String filled(String text) {
        StringBuilder filled = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            filled.append(c == '$' ? "c" + random.nextInt(FILL_COUNT) : String.valueOf(c));
        }
        return filled.toString();
    }

    /**
     * A plain one is a template of its own: texts that are written in many ways are learned from a
     * few times only.
     */
    private String body(int round, boolean plain) {
        StringBuilder body = new StringBuilder();
        if (plain) {
            body.append("?x p:own").append(round).append(' ').append(term(true)).append(" . ");
        }
        int more = plain ? Math.max(0, random.nextInt(8) - 5) : 1 + random.nextInt(3);
        for (int i = more; i > 0; i--) {
            body.append(random.nextInt(3) > 0 ? "?x" : term(plain)).append(' ');
            body.append(pick(plain ? PREDICATES.subList(0, PLAIN_PREDICATE_COUNT) : PREDICATES));
            body.append(' ').append(term(plain));
            body.append(pick(List.of(" . ", ". ", " .\n", ";p:l v:$ . ")));
        }
        return body.append(pick(plain ? ENDS.subList(0, PLAIN_END_COUNT) : ENDS)).toString();
    }

    private String term(boolean plain) {
        return pick(plain || random.nextBoolean() ? TERMS.subList(0, PLAIN_COUNT) : TERMS);
    }

    private String varied(String body) {
        return text("q" + pick(FILLS), body, pick(FILLS));
    }

    /** With some characters replaced, removed or put in. */
    private String spoilt(String text) {
        StringBuilder spoilt = new StringBuilder(text);
        for (int i = random.nextInt(3); i >= 0; i--) {
            int at = random.nextInt(spoilt.length());
            char c = CHARACTERS.charAt(random.nextInt(CHARACTERS.length()));
            spoilt.replace(at, at + random.nextInt(2), random.nextInt(3) > 0 ? "" + c : "");
        }
        return spoilt.toString();
    }

    private <T> T pick(List<T> of) {
        return new ArrayList<>(of).get(random.nextInt(of.size()));
    }
}
