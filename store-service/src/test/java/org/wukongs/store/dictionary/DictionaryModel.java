package org.wukongs.store.dictionary;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** The naive dictionary: two maps. Each step does one operation on both and compares. */
final class DictionaryModel {

    private static final String[] TAGS = {"en", "EN", "en-GB", "EN-gb", "de"};
    private static final String[] TYPES = {"integer", "double", "string", "dateTime"};

    private final TermDictionary dictionary;
    private final Random random;
    private final Map<String, Long> vids = new HashMap<>();
    private final Map<Long, String> texts = new HashMap<>();
    private final Map<String, Long> pids = new HashMap<>();
    private final List<String> asked = new ArrayList<>();
    private final TermBatch batch = new TermBatch();

    DictionaryModel(TermDictionary dictionary, Random random) {
        this.dictionary = dictionary;
        this.random = random;
    }

    void step() {
        String term = random.nextInt(3) == 0 || asked.isEmpty() ? newTerm() : oldTerm();
        switch (random.nextInt(8)) {
            case 0 -> learn(term, dictionary.vertexId(term));
            case 1 -> learn(term, byBytes(term));
            case 2 -> assertThat(dictionary.findVertex(term)).isEqualTo(vid(term));
            case 3 -> bulk();
            case 4 -> predicate("<http://p/" + random.nextInt(300) + ">");
            case 5 -> back(term);
            case 6 -> bulkByBytes();
            default -> bulkBack();
        }
    }

    private long byBytes(String term) {
        byte[] utf8 = ("xx" + term + "yyy").getBytes(UTF_8);
        return dictionary.vertexId(utf8, 2, utf8.length - 3);
    }

    private void bulk() {
        List<String> terms = new ArrayList<>();
        for (int i = random.nextInt(20); i > 0; i--) {
            terms.add(random.nextBoolean() || asked.isEmpty() ? newTerm() : oldTerm());
        }
        long[] ids = dictionary.vertexIds(terms);
        for (int i = 0; i < ids.length; i++) {
            learn(terms.get(i), ids[i]);
        }
    }

    /** Now and then more than are looked up side by side; some of them several times. */
    private void bulkByBytes() {
        batch.clear();
        List<String> terms = new ArrayList<>();
        for (int i = random.nextInt(random.nextInt(20) == 0 ? 200 : 20); i > 0; i--) {
            String term = random.nextInt(4) == 0 || asked.isEmpty() ? newTerm() : oldTerm();
            for (int times = 1 + random.nextInt(2); times > 0; times--) {
                add(term);
                terms.add(term);
            }
        }
        dictionary.vertexIds(batch);
        assertThat(batch.size()).isEqualTo(terms.size());
        for (int i = 0; i < terms.size(); i++) {
            learn(terms.get(i), batch.id(i));
        }
    }

    private void add(String term) {
        if (random.nextBoolean()) {
            batch.add(term);
        } else {
            byte[] utf8 = ("xx" + term + "yyy").getBytes(UTF_8);
            batch.add(utf8, 2, utf8.length - 3);
        }
    }

    private void back(String term) {
        long vid = vid(term);
        if (vid != TermDictionary.UNKNOWN) {
            assertThat(dictionary.vertex(vid)).isEqualTo(texts.get(vid));
        }
    }

    private void bulkBack() {
        long[] some = new long[Math.min(100, asked.size())];
        Arrays.setAll(some, i -> vid(oldTerm()));
        dictionary.readAhead(some, some.length);
        for (long vid : some) {
            assertThat(dictionary.vertex(vid)).isEqualTo(texts.get(vid));
        }
    }

    private void predicate(String iri) {
        long pid = dictionary.predicateId(iri);
        assertThat(pids.computeIfAbsent(iri, any -> pids.size() + 2L)).isEqualTo(pid);
        long vid = dictionary.vertexOfPredicate(pid);
        learn(iri, vid);
        assertThat(dictionary.predicateOfVertex(vid)).isEqualTo(pid);
        assertThat(dictionary.findPredicate(iri)).isEqualTo(pid);
        assertThat(dictionary.predicate(pid)).isEqualTo(iri);
    }

    void checkAll() {
        vids.forEach((term, vid) -> assertThat(dictionary.findVertex(term)).isEqualTo(vid));
        texts.forEach((vid, text) -> assertThat(dictionary.vertex(vid)).isEqualTo(text));
        // rdf:type is there from the beginning.
        assertThat(dictionary.termCount()).isEqualTo(vids.size() + 1L);
    }

    private void learn(String term, long vid) {
        assertThat(vid).isNotEqualTo(TermDictionary.UNKNOWN);
        Long known = vids.putIfAbsent(canonical(term), vid);
        if (known == null) {
            assertThat(texts.put(vid, term)).as("no id twice: %s", term).isNull();
            asked.add(term);
        } else {
            assertThat(vid).isEqualTo(known);
        }
    }

    private long vid(String term) {
        return vids.getOrDefault(canonical(term), TermDictionary.UNKNOWN);
    }

    private static String canonical(String term) {
        int at = term.lastIndexOf("\"@");
        return term.startsWith("\"") && at > 0
                ? term.substring(0, at) + term.substring(at).toLowerCase(Locale.ROOT)
                : term;
    }

    private String oldTerm() {
        return asked.get(random.nextInt(asked.size()));
    }

    private String newTerm() {
        String text = random.nextInt(50) == 0 ? longText() : text();
        return switch (random.nextInt(5)) {
            case 0 -> "<http://x/" + random.nextInt() + ">";
            case 1 -> "_:b" + random.nextInt(5_000);
            case 2 -> "\"" + text + "\"@" + TAGS[random.nextInt(TAGS.length)];
            case 3 ->
                    "\""
                            + text
                            + "\"^^<http://www.w3.org/2001/XMLSchema#"
                            + TYPES[random.nextInt(TYPES.length)]
                            + ">";
            default -> "\"" + text + "\"";
        };
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            int kind = random.nextInt(10);
            int c =
                    kind < 8
                            ? 'a' + random.nextInt(26)
                            : kind == 8
                                    ? 0x100 + random.nextInt(0x700)
                                    : 0x1F600 + random.nextInt(80);
            text.appendCodePoint(c);
        }
        return text.toString();
    }

    private String longText() {
        return "l".repeat(random.nextInt(70_000)) + random.nextInt(10);
    }
}
