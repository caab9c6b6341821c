package org.wukongs.store.load;

import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.eclipse.rdf4j.rio.helpers.AbstractRDFHandler;
import org.eclipse.rdf4j.rio.nquads.NQuadsParser;

/**
 * RDF4J's parser applied to single lines of N-Triples or N-Quads; its verdict on a line decides. It
 * keeps no state between lines, and needs no stream and no buffer per line.
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

    /**
     * Returns the line's statement, null if the line is blank or a comment; {@code line} has no
     * line end.
     */
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
