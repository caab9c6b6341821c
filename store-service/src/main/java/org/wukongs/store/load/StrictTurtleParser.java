package org.wukongs.store.load;

import java.io.IOException;
import java.util.regex.Pattern;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.rio.turtle.TurtleParser;

/**
 * A Turtle parser that rejects an IRI with an escape for half of a surrogate pair. Resolving a
 * relative IRI would turn it into a question mark, so the check comes before.
 */
final class StrictTurtleParser extends TurtleParser {

    private static final Pattern SURROGATE =
            Pattern.compile("\\\\(?:u|U0000)[dD][89a-fA-F][0-9a-fA-F]{2}");

    /** The IRI that is being read, from its first escape on. */
    private final StringBuilder escaped = new StringBuilder();

    private boolean inIri;

    @Override
    protected IRI parseURI() throws IOException {
        inIri = true;
        escaped.setLength(0);
        IRI iri = super.parseURI();
        inIri = false;
        if (escaped.length() > 0 && SURROGATE.matcher(escaped).find()) {
            reportFatalError("half of a surrogate pair is not a character");
        }
        return iri;
    }

    @Override
    protected int readCodePoint() throws IOException {
        int codePoint = super.readCodePoint();
        if (inIri && codePoint >= 0 && (codePoint == '\\' || escaped.length() > 0)) {
            escaped.appendCodePoint(codePoint);
        }
        return codePoint;
    }
}
