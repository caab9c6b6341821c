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
 * Parses RDF text to triples of N-Triples terms, with Rio. Independent of Flink.
 *
 * <p>Most records of a stream are one plain statement, which {@link PlainTriple} reads ten times as
 * fast; Rio parses everything else, right or wrong. Reuses its parser. Never opens a connection: a
 * JSON-LD context must be in the text. Not thread-safe.
 */
@Internal
public final class RdfTermParser {

    /**
     * A mebibyte, Kafka's usual limit of a record, holds some 10,000 triples in N-Triples, but up
     * to 500,000 in Turtle's lists of objects. 100,000 take about 30 MB of heap.
     */
    public static final int TRIPLES_MAX_DEFAULT = 100_000;

    private final GraphNames graphNames;
    private final int triplesMax;
    private final boolean lineFormat;
    private final PlainTriple plain = new PlainTriple();
    private final RDFParser parser;
    private final ScopedValueFactory values;
    private final StatementHandler statements;

    /** A parser with {@link #TRIPLES_MAX_DEFAULT}. */
    public RdfTermParser(RdfFormat format, GraphNames graphNames) {
        this(format, graphNames, TRIPLES_MAX_DEFAULT);
    }

    /** A parser for which a text of more than {@code triplesMax} triples is an error. */
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
     * Hands the triples of {@code utf8} to {@code handler}, perhaps some of them before an error.
     *
     * @param scope origin of the text, of letters, digits, dots, hyphens and underscores. Blank
     *     nodes without a label are named after it, so the same text with the same scope gives the
     *     same triples; it is only computed for such a node
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

    /** Parses with Rio even if the text is plain. */
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
            // Rio is recursive: a record of nested brackets must not kill the task for ever.
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

    /** Error for a text that is well-formed but not supported; the message says why. */
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
