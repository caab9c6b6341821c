package org.wukongs.store.text;

import java.nio.charset.StandardCharsets;
import org.wukongs.ntriples.PlainLine;

/**
 * What a place of a text may hold. Whatever fills a place, the text has the same tokens, except for
 * the one with the place.
 */
enum PlaceKind {
    /** The name of a registered query. */
    NAME("w", "_W"),
    /** What is between the brackets of an IRI. */
    IRI("http://w", ".example/W?x#y"),
    /** The local part of a prefixed name. */
    LOCAL("w", "-W_x"),
    /** What is between the quotes of a string without escapes. */
    STRING("w", " W'é<x>"),
    /** The digits of an integer without a sign. */
    NUMBER("00907", "0");

    private static final String INTEGER_TAIL = "\"^^<http://www.w3.org/2001/XMLSchema#integer>";

    private final String head;
    private final String tail;

    PlaceKind(String head, String tail) {
        this.head = head;
        this.tail = tail;
    }

    /** Returns a number that is no character, another one for each kind. */
    int mark() {
        return -name().charAt(0);
    }

    /** Returns a filling that does not occur in {@code text}, another one for each number. */
    String example(int number, String text) {
        String example = head + number + tail;
        for (int more = 0; text.contains(example); more++) {
            example = head + number + more + tail;
        }
        return example;
    }

    /**
     * Whether a place of this kind is a whole constant: any filling then makes the term that it
     * makes between {@code before} and {@code after}. A local name is whole if the namespace before
     * it is.
     */
    boolean isWhole(String before, String after) {
        return switch (this) {
            case NAME -> before.isEmpty() && after.isEmpty();
            case IRI -> before.equals("<") && after.equals(">");
            case LOCAL -> before.startsWith("<") && after.equals(">");
            case STRING -> before.equals("\"") && after.startsWith("\"");
            case NUMBER -> before.equals("\"") && after.equals(INTEGER_TAIL);
        };
    }

    /** Whether a filling of the right characters is valid. */
    boolean accepts(String filling) {
        return switch (this) {
            case NAME -> !filling.equalsIgnoreCase("AS") && !filling.equalsIgnoreCase("COMPUTED");
            case IRI -> isPlainIri(filling);
            default -> true;
        };
    }

    /** Whether an IRI of ASCII is absolute, valid and written in one way only. */
    private static boolean isPlainIri(String iri) {
        byte[] term = ("<" + iri + ">\n").getBytes(StandardCharsets.ISO_8859_1);
        return new PlainLine(false).isTerm(term, 0, term.length - 1);
    }
}
