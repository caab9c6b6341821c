package org.wukongs.kafka.rdf;

import java.io.IOException;
import java.io.StringReader;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.flink.annotation.Internal;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.rio.RDFHandlerException;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.eclipse.rdf4j.rio.RDFParser;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFHandler;
import org.eclipse.rdf4j.rio.helpers.BasicParserSettings;
import org.eclipse.rdf4j.rio.helpers.JSONLDSettings;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.eclipse.rdf4j.rio.helpers.ParseErrorCollector;
import org.eclipse.rdf4j.rio.jsonld.JSONLDParser;
import org.eclipse.rdf4j.rio.nquads.NQuadsParser;
import org.eclipse.rdf4j.rio.ntriples.NTriplesParser;
import org.eclipse.rdf4j.rio.turtle.TurtleParser;
import org.wukongs.text.Utf8Exception;
import org.wukongs.text.Utf8Reader;

/**
 * RDF text → triples of N-Triples terms, by Rio. Uses no Flink.
 *
 * <p>Most records of a stream are one plain statement, which {@link PlainTriple} reads ten times as
 * fast; everything else, right or wrong, is Rio's. Keeps its parser between texts. Never opens a
 * connection: a JSON-LD context has to be in the text. Not thread-safe.
 */
@Internal
public final class RdfTermParser {

    /**
     * A mebibyte, Kafka's usual limit of a record, holds some 10,000 triples in N-Triples, but
     * Turtle's lists of objects spell 500,000 in it. 100,000 take about 30 MB of heap.
     */
    public static final int TRIPLES_MAX_DEFAULT = 100_000;

    private final GraphNames graphNames;
    private final int triplesMax;
    private final boolean lineFormat;
    private final PlainTriple plain = new PlainTriple();
    private final RDFParser parser;
    private final ScopedValueFactory values;
    private final StatementHandler statements;

    /** With {@link #TRIPLES_MAX_DEFAULT}. */
    public RdfTermParser(RdfFormat format, GraphNames graphNames) {
        this(format, graphNames, TRIPLES_MAX_DEFAULT);
    }

    /** A text of more than {@code triplesMax} triples is an error. */
    public RdfTermParser(RdfFormat format, GraphNames graphNames, int triplesMax) {
        this.graphNames = graphNames;
        this.triplesMax = triplesMax;
        this.lineFormat = format == RdfFormat.NTRIPLES || format == RdfFormat.NQUADS;
        this.values = new ScopedValueFactory(format == RdfFormat.JSONLD);
        this.statements = new StatementHandler();
        this.parser = newParser(format);
        parser.setValueFactory(values);
        parser.setRDFHandler(statements);
        parser.setParseErrorListener(new ParseErrorCollector());
        parser.set(BasicParserSettings.PRESERVE_BNODE_IDS, true);
        parser.set(BasicParserSettings.VERIFY_URI_SYNTAX, true);
        parser.set(JSONLDSettings.SECURE_MODE, true);
        parser.set(JSONLDSettings.WHITELIST, Set.of());
    }

    /**
     * Hands the triples of {@code utf8} to {@code handler}; some may have been handed on before an
     * error is met.
     *
     * @param scope where the text comes from, of letters, digits, dots, hyphens and underscores;
     *     asked for when a blank node without a label of its own is met, which is named after it,
     *     so the same text of the same scope gives the same triples
     * @return number of triples
     */
    public int parse(byte[] utf8, Supplier<String> scope, TripleHandler handler)
            throws BadRdfException {
        if (lineFormat && plain.parse(utf8, handler)) {
            return 1;
        }
        return parseByRio(decode(utf8), scope, handler);
    }

    /** As {@link #parse(byte[], Supplier, TripleHandler)}. */
    public int parse(String text, Supplier<String> scope, TripleHandler handler)
            throws BadRdfException {
        if (lineFormat && plain.parse(text, handler)) {
            return 1;
        }
        return parseByRio(text, scope, handler);
    }

    /** Without the short way. */
    int parseByRio(String text, Supplier<String> scope, TripleHandler handler)
            throws BadRdfException {
        values.startText(scope);
        statements.start(handler);
        try {
            parser.parse(new StringReader(text), "");
        } catch (RejectedException e) {
            throw new BadRdfException(e.getMessage(), e);
        } catch (RDFParseException e) {
            throw new BadRdfException("syntax error: " + syntaxMessage(e), e);
        } catch (IOException | RuntimeException e) {
            throw new BadRdfException("not parsable: " + e, e);
        } catch (StackOverflowError e) {
            // Rio descends recursively: a record of nested brackets must not kill the task for
            // ever.
            throw new BadRdfException("nested too deeply", e);
        }
        return statements.count;
    }

    private static RDFParser newParser(RdfFormat format) {
        return switch (format) {
            case NTRIPLES -> new NTriplesParser();
            case NQUADS -> new NQuadsParser();
            case TURTLE -> new TurtleParser();
            case JSONLD -> new JSONLDParser();
        };
    }

    private static String decode(byte[] utf8) throws BadRdfException {
        try {
            return Utf8Reader.decode(utf8, 0, utf8.length);
        } catch (Utf8Exception e) {
            throw new BadRdfException("not UTF-8", e);
        }
    }

    private static String syntaxMessage(RDFParseException e) {
        Throwable cause = e.getCause();
        boolean wrapsNothing = e.getMessage() != null || cause == null;
        return String.valueOf(wrapsNothing ? e.getMessage() : cause.getMessage());
    }

    /** Well-formed, but nothing for us; the message says why. */
    private static final class RejectedException extends RDFHandlerException {
        private static final long serialVersionUID = 1L;

        RejectedException(String message) {
            super(message);
        }
    }

    private final class StatementHandler extends AbstractRDFHandler {
        private TripleHandler handler;
        private int count;

        void start(TripleHandler newHandler) {
            handler = newHandler;
            count = 0;
        }

        @Override
        public void handleStatement(Statement statement) {
            if (++count > triplesMax) {
                throw new RejectedException("record has too many triples: max=" + triplesMax);
            }
            handler.triple(
                    term(statement.getSubject()),
                    term(statement.getPredicate()),
                    term(statement.getObject()),
                    graph(statement));
        }

        private String graph(Statement statement) {
            if (statement.getContext() == null || graphNames == GraphNames.DROP) {
                return null;
            }
            String graph = term(statement.getContext());
            if (graphNames == GraphNames.REJECT) {
                throw new RejectedException("a graph name is not allowed: graph=" + graph);
            }
            return graph;
        }

        private static String term(Value value) {
            if (value.isTriple()) {
                throw new RejectedException("a quoted triple is not allowed");
            }
            if (value instanceof Literal literal
                    && literal.getLanguage().filter(tag -> tag.contains("--")).isPresent()) {
                throw new RejectedException("a language direction (--ltr, --rtl) is not allowed");
            }
            return NTriplesUtil.toNTriplesString(value);
        }
    }
}
