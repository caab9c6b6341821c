package org.wukongs.csparql;

import org.wukongs.stream.StreamDefinition;

/**
 * A use of a name in the text.
 *
 * @param value the IRI, expanded, or the bare word
 * @param bare true for a bare word
 */
record NameRef(Token token, String value, boolean bare) {

    /**
     * Reads an IRI, prefixed name or bare word; a relative IRI stays as written if there is no
     * base.
     */
    static NameRef read(TokenCursor cursor, Prologue prologue, String expected) {
        Token token = cursor.peek();
        if (token.is("<")) {
            throw cursor.unexpected(
                    expected + " (an IRI without '>', or with a character that IRIs may not have)");
        }
        NameRef name = of(token, prologue);
        if (name == null || isReserved(token)) {
            throw cursor.unexpected(expected);
        }
        cursor.next();
        return name;
    }

    /** Null if the token is not a name. */
    static NameRef of(Token token, Prologue prologue) {
        return switch (token.kind()) {
            case IRI -> fromIri(token, prologue.iri(token));
            case PREFIXED_NAME -> fromIri(token, prologue.expand(token));
            case WORD -> new NameRef(token, token.text(), true);
            default -> null;
        };
    }

    private static NameRef fromIri(Token token, String iri) {
        boolean bare = iri.startsWith(CsparqlQuery.BARE_WORD_PREFIX);
        return new NameRef(
                token, bare ? iri.substring(CsparqlQuery.BARE_WORD_PREFIX.length()) : iri, bare);
    }

    boolean isStored() {
        return bare ? value.equals(StreamDefinition.STORED) : value.equals(CsparqlQuery.STORED_IRI);
    }

    /** The IRI that stands for it in SPARQL text if it is its own registered name. */
    String iri() {
        return bare ? CsparqlQuery.BARE_WORD_PREFIX + value : value;
    }

    private static boolean isReserved(Token token) {
        return switch (token.keyword()) {
            case "AS", "FROM", "WHERE", "NAMED", "ON" -> true;
            default -> false;
        };
    }
}
