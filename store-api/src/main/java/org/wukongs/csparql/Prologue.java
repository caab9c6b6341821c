package org.wukongs.csparql;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.common.net.ParsedIRI;
import org.wukongs.csparql.Token.Kind;
import org.wukongs.ntriples.PlainLine;
import org.wukongs.ntriples.TermScanner;

/**
 * BASE and PREFIX declarations, before and after the registration. The last declaration of a prefix
 * counts: earlier ones are blanked and relative namespaces made absolute, so that the SPARQL parser
 * sees each prefix once.
 */
final class Prologue {

    private final SourceText source;
    private final Edits edits;
    private final Map<String, String> namespaces = new HashMap<>();
    private final Map<String, List<Token>> declarations = new HashMap<>();
    private final PlainLine plain = new PlainLine(false);
    private List<Token> baseDeclaration = List.of();
    private String base;

    Prologue(SourceText source, Edits edits) {
        this.source = source;
        this.edits = edits;
    }

    /** Reads all declarations at the cursor. */
    void parse(TokenCursor cursor) {
        while (parseOne(cursor)) {
            // the next one
        }
    }

    /** Reads a declaration; returns false if there is none at the cursor. */
    boolean parseOne(TokenCursor cursor) {
        Token first = cursor.peek();
        if (cursor.acceptWord("PREFIX")) {
            parsePrefix(cursor, first);
            return true;
        }
        if (!cursor.acceptWord("BASE")) {
            return false;
        }
        base = absolute(cursor.expect(Kind.IRI, "an IRI"));
        edits.blank(baseDeclaration);
        baseDeclaration = cursor.since(first);
        edits.replace(baseDeclaration.get(1), "<" + base + ">");
        return true;
    }

    private void parsePrefix(TokenCursor cursor, Token first) {
        Token name = cursor.expect(Kind.PREFIXED_NAME, "a prefix with ':'");
        String prefix = name.text().substring(0, name.text().length() - 1);
        if (name.text().indexOf(':') != prefix.length()) {
            throw source.unexpected(name, "a prefix that ends in ':'");
        }
        Token iri = cursor.expect(Kind.IRI, "the IRI of the prefix");
        String namespace = absolute(iri);
        namespaces.put(prefix, namespace);
        List<Token> overruled = declarations.put(prefix, cursor.since(first));
        if (overruled != null) {
            edits.blank(overruled);
        }
        edits.replace(iri, "<" + namespace + ">");
    }

    /**
     * The IRI that an IRI token stands for; as written if it is relative and no base is declared.
     */
    String iri(Token token) {
        String written = token.text().substring(1, token.text().length() - 1);
        try {
            String iri = base == null ? written : ParsedIRI.create(base).resolve(written);
            return isAbsolute(iri) ? checked(token, iri) : iri;
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw invalid(token);
        }
    }

    /** Rejects an IRI that the store would not accept from a file either. */
    private String checked(Token token, String iri) {
        try {
            if (!isPlain(iri)) {
                ParsedIRI.create(iri);
            }
            return iri;
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw invalid(token);
        }
    }

    /** Returns true for nearly all valid IRIs, and much faster than they are parsed. */
    private boolean isPlain(String iri) {
        byte[] term = ('<' + iri + ">\n").getBytes(StandardCharsets.UTF_8);
        return plain.isTerm(term, 0, term.length - 1);
    }

    private CsparqlSyntaxException invalid(Token token) {
        return source.error(
                token, "not a valid IRI: " + token.shown() + ", expected one that RFC 3987 allows");
    }

    String absolute(Token token) {
        String iri = iri(token);
        if (!isAbsolute(iri)) {
            throw source.error(
                    token,
                    "relative IRI " + token.shown() + " without BASE, expected an absolute IRI");
        }
        return iri;
    }

    /** The IRI that a prefixed name stands for. */
    String expand(Token token) {
        String name = token.text();
        int colon = name.indexOf(':');
        String namespace = namespaces.get(name.substring(0, colon));
        if (namespace == null) {
            String prefix = name.substring(0, colon + 1);
            throw source.error(
                    token,
                    "unknown prefix '"
                            + prefix
                            + "' in "
                            + token.shown()
                            + ", expected PREFIX "
                            + prefix
                            + " <…>");
        }
        String local = name.substring(colon + 1);
        boolean isEscaped = local.indexOf('\\') >= 0;
        return checked(token, namespace + (isEscaped ? local.replaceAll("\\\\(.)", "$1") : local));
    }

    boolean declares(Token token) {
        return namespaces.containsKey(token.text().substring(0, token.text().indexOf(':')));
    }

    static boolean isAbsolute(String iri) {
        return TermScanner.hasScheme(iri);
    }
}
