package org.wukongs.kafka.table;

import java.util.Random;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.LinkedHashModel;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.XSD;

/** Small graphs with everything that terms may be made of. */
final class RandomQuads {

    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String[] CHARS = {
        "a", "Z", "0", " ", "\"", "\\", "\n", "\r", "\t", "'", "<", ">", "#", ".", "é", "日", "😀",
        "\u007f"
    };
    private static final IRI[] DATATYPES = {XSD.INTEGER, XSD.DOUBLE, XSD.DATETIME, XSD.BOOLEAN};

    private final Random random;

    RandomQuads(Random random) {
        this.random = random;
    }

    Model model(int size, boolean named) {
        Model model = new LinkedHashModel();
        while (model.size() < size) {
            Resource graph = named && random.nextBoolean() ? iri() : null;
            model.add(VALUES.createStatement(resource(), iri(), object(), graph));
        }
        return model;
    }

    private Resource resource() {
        return random.nextInt(4) == 0 ? VALUES.createBNode("b" + random.nextInt(3)) : iri();
    }

    private IRI iri() {
        String[] ends = {"a", "b#c", "x%20y", "é", "日本", "q?r=s&t=u", "p;v=1", "(x)"};
        return VALUES.createIRI("http://example.org/" + ends[random.nextInt(ends.length)]);
    }

    private Value object() {
        return switch (random.nextInt(5)) {
            case 0 -> resource();
            case 1 -> VALUES.createLiteral(text(), random.nextBoolean() ? "en" : "de-at");
            case 2 ->
                    VALUES.createLiteral(
                            String.valueOf(random.nextInt(100)),
                            DATATYPES[random.nextInt(DATATYPES.length)]);
            case 3 -> VALUES.createLiteral(text(), VALUES.createIRI("http://example.org/type"));
            default -> VALUES.createLiteral(text());
        };
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            text.append(CHARS[random.nextInt(CHARS.length)]);
        }
        return text.toString();
    }
}
