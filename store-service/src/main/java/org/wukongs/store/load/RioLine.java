package org.wukongs.store.load;

import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFHandler;
import org.eclipse.rdf4j.rio.nquads.NQuadsParser;

/**
 * RDF4J's parser for single lines of N-Triples or N-Quads: what it says about a line is what holds.
 * Between lines it keeps nothing, and a line costs no stream and no buffer.
 */
final class RioLine extends NQuadsParser {

    private final boolean quads;
    private Statement parsed;

    RioLine(boolean quads) {
        this.quads = quads;
        RioSettings.apply(this);
        setRDFHandler(
                new AbstractRDFHandler() {
                    @Override
                    public void handleStatement(Statement statement) {
                        parsed = statement;
                    }
                });
        clear();
    }

    /** The line's statement, null where it has none; {@code line} is without its end. */
    Statement parseLine(String line) {
        parsed = null;
        subject = null;
        predicate = null;
        object = null;
        context = null;
        lineChars = line.toCharArray();
        currentIndex = 0;
        try {
            parseStatement();
        } catch (RDFParseException e) {
            throw RioTerms.isStar(line) ? new RDFParseException(RioTerms.STAR) : e;
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            throw new RDFParseException("the line cannot be parsed", e);
        }
        String problem = parsed == null ? null : RioTerms.problem(parsed);
        if (problem != null) {
            throw new RDFParseException(problem);
        }
        return parsed;
    }

    @Override
    protected void parseContext() {
        if (quads) {
            super.parseContext();
        }
    }
}
