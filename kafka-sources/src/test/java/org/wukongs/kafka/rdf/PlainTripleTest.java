package org.wukongs.kafka.rdf;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.kafka.Seeds;

/** What the short way takes is exactly what Rio makes of it. */
class PlainTripleTest {

    private static final String XSD = "http://www.w3.org/2001/XMLSchema#";
    private static final String[] SUBJECTS = {
        "<http://x/s>",
        "<https://x.org/a#b>",
        "<http://x>",
        "<urn:a:b>",
        "<s>",
        "_:a",
        "<http://x/%41>"
    };
    private static final String[] OBJECTS = {
        "<http://x/o-1.2_3~4>",
        "\"a b\"",
        "\"\"",
        "\"1\"^^<" + XSD + "integer>",
        "\"a\"@en",
        "_:o",
        "\"a\"^^<" + XSD + "string>",
        "\"q\\\"\"",
        "\"x\"^^<http://x/t>",
        "\"1.5\"^^<" + XSD + "double>"
    };
    private static final String NOISE = "<>\"\\ .#:/@^_-~%[]{}|`aZ09\n\t\ré";

    @Test
    void randomTextsAgreeWithRio() throws BadRdfException {
        long seed = Seeds.seed(getClass());
        Random random = new Random(seed);
        RdfTermParser rio = new RdfTermParser(RdfFormat.NTRIPLES, GraphNames.REJECT);
        PlainTriple shortWay = new PlainTriple();
        int plainCount = 0;
        for (int i = 0; i < 200_000; i++) {
            String text = text(random);
            List<String> plain = new ArrayList<>();
            if (shortWay.parse(
                    text.getBytes(UTF_8), (s, p, o, g) -> plain.add(s + " " + p + " " + o))) {
                plainCount++;
                List<String> parsed = new ArrayList<>();
                rio.parseByRio(text, () -> "s", (s, p, o, g) -> parsed.add(s + " " + p + " " + o));
                assertThat(plain).as(text).isEqualTo(parsed);
                List<String> ofString = new ArrayList<>();
                if (shortWay.parse(text, (s, p, o, g) -> ofString.add(s + " " + p + " " + o))) {
                    assertThat(ofString).as(text).isEqualTo(parsed);
                }
            }
        }
        assertThat(plainCount).isGreaterThan(30_000);
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        text.append(SUBJECTS[random.nextInt(SUBJECTS.length)]).append(' ');
        text.append(SUBJECTS[random.nextInt(SUBJECTS.length)]).append(' ');
        text.append(OBJECTS[random.nextInt(OBJECTS.length)]).append(" .");
        for (int edits = random.nextInt(3); edits > 0; edits--) {
            int at = random.nextInt(text.length());
            char noise = NOISE.charAt(random.nextInt(NOISE.length()));
            switch (random.nextInt(3)) {
                case 0 -> text.insert(at, noise);
                case 1 -> text.setCharAt(at, noise);
                default -> text.deleteCharAt(at);
            }
        }
        return text.append(random.nextInt(4) == 0 ? "\n" : "").toString();
    }
}
