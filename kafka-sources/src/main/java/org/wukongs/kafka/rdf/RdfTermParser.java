package org.wukongs.kafka.rdf;

import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
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

/**
 * RDF text → triples of N-Triples terms, by Rio. Uses no Flink.
 *
 * <p>Most records of a stream are one plain statement, which {@link PlainTriple} reads ten times as
 * fast; everything else, right or wrong, is Rio's. Keeps its parser between texts. Never opens a
 * connection: a JSON-LD context has to be in the text. Not thread-safe.
 */
public final class RdfTermParser {

    private final boolean ignoreGraphNames;
    private final boolean lineFormat;
    private final RDFParser parser;
    private final ScopedValueFactory values;
    private final StatementHandler statements;

    /** With {@code ignoreGraphNames}, a quad's graph name is dropped, otherwise it is an error. */
    public RdfTermParser(RdfFormat format, boolean ignoreGraphNames) {
        this.ignoreGraphNames = ignoreGraphNames;
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
     *     blank nodes without a label of their own are named after it, so the same text of the same
     *     scope gives the same triples
     * @return number of triples
     */
    public int parse(byte[] utf8, String scope, TripleHandler handler) throws BadRdfException {
        String text = decode(utf8);
        if (lineFormat && PlainTriple.parse(text, handler)) {
            return 1;
        }
        values.startText(scope);
        statements.start(handler);
        try {
            parser.parse(new StringReader(text), "");
        } catch (GraphNameException e) {
            throw new BadRdfException("a graph name is not allowed: graph=" + e.getMessage(), e);
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

    /**
     * Malformed bytes become U+FFFD in the fast decoding; only then is it asked whether they were
     * there.
     */
    private static String decode(byte[] utf8) throws BadRdfException {
        String text = new String(utf8, StandardCharsets.UTF_8);
        if (text.indexOf('\uFFFD') < 0) {
            return text;
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
        } catch (CharacterCodingException e) {
            throw new BadRdfException("not UTF-8", e);
        }
    }

    private static String syntaxMessage(RDFParseException e) {
        Throwable cause = e.getCause();
        boolean wrapsNothing = e.getMessage() != null || cause == null;
        return String.valueOf(wrapsNothing ? e.getMessage() : cause.getMessage());
    }

    /** Not an error of the text as such, so that it is told apart. */
    private static final class GraphNameException extends RDFHandlerException {
        private static final long serialVersionUID = 1L;

        GraphNameException(String graph) {
            super(graph);
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
            if (statement.getContext() != null && !ignoreGraphNames) {
                throw new GraphNameException(term(statement.getContext()));
            }
            count++;
            handler.triple(
                    term(statement.getSubject()),
                    term(statement.getPredicate()),
                    term(statement.getObject()));
        }

        private static String term(Value value) {
            if (value.isTriple()) {
                throw new RDFHandlerException("a quoted triple is not allowed");
            }
            return NTriplesUtil.toNTriplesString(value);
        }
    }
}
