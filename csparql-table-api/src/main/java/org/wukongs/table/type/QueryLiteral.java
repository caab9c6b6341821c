package org.wukongs.table.type;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.annotation.Internal;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.error.WukongsException;

/**
 * A query's text in a SQL literal, where each quotation mark {@code '} is written twice. Errors
 * have their place in the literal as written.
 */
@Internal
public final class QueryLiteral {

    private static final Pattern PLACE = Pattern.compile("\\(line (\\d+), column (\\d+)\\)$");
    private static final Pattern LINE_END = Pattern.compile("\r\n|\r|\n");

    private QueryLiteral() {}

    /**
     * Throws a {@link WukongsException} with line and column in the literal, both from 1; the first
     * line begins after its opening quotation mark.
     */
    public static CsparqlQuery parse(String text) {
        try {
            return CsparqlParser.parse(text);
        } catch (WukongsException e) {
            throw asWritten(e, text);
        }
    }

    /** The same for an error of a store that has parsed the text. */
    public static WukongsException asWritten(WukongsException failure, String text) {
        Matcher place = PLACE.matcher(String.valueOf(failure.getMessage()));
        if (!place.find() || text.indexOf('\'') < 0) {
            return failure;
        }
        int line = Integer.parseInt(place.group(1));
        int column = Integer.parseInt(place.group(2));
        String[] lines = LINE_END.split(text, -1);
        if (line > lines.length) {
            return failure;
        }
        long doubled =
                lines[line - 1].codePoints().limit(column - 1L).filter(c -> c == '\'').count();
        String message =
                failure.getMessage().substring(0, place.start())
                        + "(line "
                        + line
                        + ", column "
                        + (column + doubled)
                        + ")";
        return new WukongsException(failure.category(), message, failure);
    }
}
