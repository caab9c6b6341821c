package org.wukongs.store.rdf;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import org.eclipse.rdf4j.query.algebra.evaluation.ValueExprEvaluationException;

/**
 * The third argument of REPLACE, whose result's length is known before the result is made: {@code
 * $3} is a group, {@code \x} the character x.
 */
final class Replacement {

    private static final int DECIMAL = 10;

    /** Literal text if {@code group} is -1, else the text of a group. */
    private record Part(String text, int group) {}

    private final List<Part> parts = new ArrayList<>();

    /**
     * Parses a replacement for a pattern with {@code groupCount} groups; throws an expression's
     * error if it is malformed.
     */
    Replacement(String text, int groupCount) {
        StringBuilder literal = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c != '\\' && c != '$') {
                literal.append(c);
                continue;
            }
            if (at == text.length()) {
                throw new ValueExprEvaluationException("a replacement ends in \\ or $");
            }
            if (c == '\\') {
                literal.append(text.charAt(at++));
                continue;
            }
            int group = digit(text, at++);
            if (group < 0 || group > groupCount) {
                throw new ValueExprEvaluationException(
                        "a replacement names a group that does not exist: " + text);
            }
            // As many digits as name an existing group.
            while (at < text.length() && digit(text, at) >= 0) {
                int longer = group * DECIMAL + digit(text, at);
                if (longer > groupCount) {
                    break;
                }
                group = longer;
                at++;
            }
            addLiteral(literal);
            parts.add(new Part(null, group));
        }
        addLiteral(literal);
    }

    private static int digit(String text, int at) {
        char c = text.charAt(at);
        return c >= '0' && c <= '9' ? c - '0' : -1;
    }

    private void addLiteral(StringBuilder literal) {
        if (literal.length() > 0) {
            parts.add(new Part(literal.toString(), -1));
            literal.setLength(0);
        }
    }

    /** Returns the number of its characters for the current match. */
    long length(Matcher found) {
        long length = 0;
        for (Part part : parts) {
            if (part.group() < 0) {
                length += part.text().length();
            } else if (found.start(part.group()) >= 0) {
                length += found.end(part.group()) - found.start(part.group());
            }
        }
        return length;
    }

    /** Appends the replacement for the current match in {@code text}. */
    void appendTo(StringBuilder out, Matcher found, String text) {
        for (Part part : parts) {
            if (part.group() < 0) {
                out.append(part.text());
            } else if (found.start(part.group()) >= 0) {
                out.append(text, found.start(part.group()), found.end(part.group()));
            }
        }
    }
}
