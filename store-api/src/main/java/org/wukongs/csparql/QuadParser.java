package org.wukongs.csparql;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.wukongs.csparql.Token.Kind;
import org.wukongs.ntriples.TermScanner;
import org.wukongs.ntriples.TermText;

/** Reads the quads of an update's templates and data by recursive descent. */
final class QuadParser {

    /** What may be in the quads besides constants. */
    enum Rule {
        TEMPLATE(true, true),
        DELETED_TEMPLATE(true, false),
        DATA(false, true),
        DELETED_DATA(false, false);

        private final boolean variables;
        private final boolean blankNodes;

        Rule(boolean variables, boolean blankNodes) {
            this.variables = variables;
            this.blankNodes = blankNodes;
        }
    }

    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String TYPE = constant(RDF.TYPE.stringValue());
    private static final String FIRST = constant(RDF.FIRST.stringValue());
    private static final String REST = constant(RDF.REST.stringValue());
    private static final String NIL = constant(RDF.NIL.stringValue());

    /** Labels of nodes without one; no label in a text starts so. */
    private static final String UNLABELLED = "_:-";

    private final SourceText source;
    private final TokenCursor cursor;
    private final Prologue prologue;
    private final Nesting nesting;
    private final Rule rule;
    private final List<QuadTemplate> quads = new ArrayList<>();
    private int unlabelledCount;
    private String graph;

    QuadParser(SourceText source, TokenCursor cursor, Prologue prologue, Rule rule) {
        this.source = source;
        this.cursor = cursor;
        this.prologue = prologue;
        this.nesting = new Nesting(source);
        this.rule = rule;
    }

    /** Reads quads in braces. */
    List<QuadTemplate> parse() {
        open("{");
        triples();
        while (cursor.acceptWord("GRAPH")) {
            graph = graphName();
            open("{");
            triples();
            close("}");
            graph = null;
            cursor.accept(".");
            triples();
        }
        close("}");
        return List.copyOf(quads);
    }

    private String graphName() {
        Token token = cursor.peek();
        if (token.kind() == Kind.VARIABLE) {
            return variable();
        }
        return GraphIri.read(cursor, prologue, "the name of a graph");
    }

    private void triples() {
        while (!cursor.peek().is("}") && !cursor.peek().isWord("GRAPH")) {
            Token first = cursor.peek();
            String subject = node();
            boolean alone = first.is("[") || first.is("(");
            if (!alone || !endsTriples()) {
                properties(subject);
            }
            if (!cursor.accept(".")) {
                if (!cursor.peek().is("}") && !cursor.peek().isWord("GRAPH")) {
                    throw cursor.unexpected("'.' or '}'");
                }
            }
        }
    }

    private boolean endsTriples() {
        return cursor.peek().is(".") || cursor.peek().is("}") || cursor.peek().isWord("GRAPH");
    }

    private void properties(String subject) {
        String predicate = verb();
        while (true) {
            do {
                add(subject, predicate, node());
            } while (cursor.accept(","));
            if (!cursor.accept(";")) {
                return;
            }
            while (cursor.accept(";")) {
                // several are one
            }
            if (endsTriples() || cursor.peek().is("]")) {
                return;
            }
            predicate = verb();
        }
    }

    private void add(String subject, String predicate, String object) {
        quads.add(new QuadTemplate(subject, predicate, object, graph));
    }

    private String verb() {
        Token token = cursor.peek();
        if (token.kind() == Kind.VARIABLE) {
            return variable();
        }
        if (token.kind() == Kind.WORD && token.text().equals("a")) {
            cursor.next();
            return TYPE;
        }
        if (token.kind() != Kind.IRI && token.kind() != Kind.PREFIXED_NAME) {
            throw cursor.unexpected("a predicate");
        }
        return iri();
    }

    private String node() {
        Token token = cursor.peek();
        return switch (token.kind()) {
            case VARIABLE -> variable();
            case IRI, PREFIXED_NAME -> iri();
            case BLANK_NODE -> blankNode();
            case STRING -> string();
            case NUMBER -> number("");
            case WORD -> bool();
            case PUNCTUATION -> punctuation(token);
            default -> throw cursor.unexpected("a term");
        };
    }

    private String punctuation(Token token) {
        switch (token.text()) {
            case "[" -> {
                return properties();
            }
            case "(" -> {
                return collection();
            }
            case "+", "-" -> {
                cursor.next();
                if (cursor.peek().kind() != Kind.NUMBER || cursor.peek().start() != token.end()) {
                    throw cursor.unexpected("a number");
                }
                return number(token.text());
            }
            default -> throw cursor.unexpected("a term");
        }
    }

    private String properties() {
        String node = unlabelled();
        open("[");
        if (!cursor.peek().is("]")) {
            properties(node);
        }
        close("]");
        return node;
    }

    private String collection() {
        Token at = cursor.peek();
        open("(");
        String head = NIL;
        String last = null;
        while (!cursor.peek().is(")")) {
            String cell = unlabelled(at);
            if (last == null) {
                head = cell;
            } else {
                add(last, REST, cell);
            }
            add(cell, FIRST, node());
            last = cell;
        }
        close(")");
        if (last != null) {
            add(last, REST, NIL);
        }
        return head;
    }

    private void open(String bracket) {
        nesting.see(cursor.peek());
        cursor.expect(bracket);
    }

    private void close(String bracket) {
        nesting.see(cursor.peek());
        cursor.expect(bracket);
    }

    // Terms

    private String variable() {
        Token token = cursor.next();
        if (!rule.variables) {
            throw source.unexpected(token, "a constant, DATA has no variables");
        }
        return "?" + token.text().substring(1);
    }

    private String iri() {
        Token token = cursor.next();
        String iri = token.kind() == Kind.IRI ? prologue.absolute(token) : prologue.expand(token);
        return constant(iri);
    }

    private String blankNode() {
        Token token = cursor.next();
        checkBlank(token);
        return token.text();
    }

    private String unlabelled() {
        return unlabelled(cursor.peek());
    }

    private String unlabelled(Token at) {
        checkBlank(at);
        return UNLABELLED + unlabelledCount++;
    }

    private void checkBlank(Token token) {
        if (!rule.blankNodes) {
            throw source.unexpected(token, "a term that is no blank node, DELETE finds none by it");
        }
    }

    private String string() {
        Token token = cursor.next();
        String text = token.text();
        String quote = text.substring(0, 1);
        int width = text.startsWith(quote.repeat(3)) && text.length() >= 6 ? 3 : 1;
        String label = TermText.unescape(text, width, text.length() - width);
        if (cursor.peek().kind() == Kind.LANGUAGE) {
            String language = cursor.next().text().substring(1);
            return literal(VALUES.createLiteral(label, language));
        }
        if (!cursor.accept("^^")) {
            return literal(VALUES.createLiteral(label));
        }
        Token type = cursor.peek();
        if (type.kind() != Kind.IRI && type.kind() != Kind.PREFIXED_NAME) {
            throw cursor.unexpected("the IRI of a datatype");
        }
        String iri = iri();
        return literal(
                VALUES.createLiteral(label, VALUES.createIRI(iri.substring(1, iri.length() - 1))));
    }

    private String number(String sign) {
        String digits = cursor.next().text();
        var type =
                digits.indexOf('e') >= 0 || digits.indexOf('E') >= 0
                        ? XSD.DOUBLE
                        : digits.indexOf('.') >= 0 ? XSD.DECIMAL : XSD.INTEGER;
        return literal(VALUES.createLiteral(sign + digits, type));
    }

    private String bool() {
        Token token = cursor.peek();
        if (!token.isWord("true") && !token.isWord("false")) {
            throw cursor.unexpected("a term");
        }
        cursor.next();
        return literal(VALUES.createLiteral(token.isWord("true")));
    }

    private static String literal(org.eclipse.rdf4j.model.Literal literal) {
        return NTriplesUtil.toNTriplesString(literal);
    }

    private static String constant(String iri) {
        String term = '<' + iri + '>';
        return TermScanner.isPlain(term)
                ? term
                : NTriplesUtil.toNTriplesString(VALUES.createIRI(iri));
    }
}
