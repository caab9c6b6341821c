package org.wukongs.store.rdf;

import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Reason;

/**
 * Counts the ways through a regular expression that read no character, which {@link WatchedText}
 * therefore cannot see: {@code (|){40}\z} has 2^40. A pattern with too many ways is refused.
 *
 * <p>Reads patterns that {@link java.util.regex.Pattern} has compiled, so their syntax is valid.
 */
final class EmptyPaths {

    /** So many ways take a tenth of a µs at each of the 4 M places of the longest text. */
    static final double COUNT_MAX = 64;

    private static final String NO_WIDTH = "bBAGzZ";

    /**
     * The ways through a part.
     *
     * @param through ways from its start to its end
     * @param worst ways to any place in it, which matching tries at a text's end
     */
    private record Ways(double through, double worst) {

        static final Ways READS = new Ways(0, 1);
        static final Ways EMPTY = new Ways(1, 1);
    }

    private final String pattern;
    private final boolean comments;
    private int at;

    private EmptyPaths(String pattern, boolean comments) {
        this.pattern = pattern;
        this.comments = comments;
    }

    /** Throws a USER error for a pattern with too many ways; {@code comments} is flag {@code x}. */
    static void check(String pattern, boolean comments) {
        EmptyPaths paths = new EmptyPaths(pattern, comments);
        Ways ways = paths.alternatives();
        if (paths.at < pattern.length() || ways.worst() > COUNT_MAX) {
            throw WukongsException.limit(
                    Reason.COMPLEXITY_LIMIT,
                    "a regular expression has too many ways to match the empty string: waysMax="
                            + (int) COUNT_MAX);
        }
    }

    private boolean ended() {
        if (comments) {
            skipComments();
        }
        return at >= pattern.length();
    }

    private void skipComments() {
        boolean skipped = true;
        while (skipped && at < pattern.length()) {
            char c = pattern.charAt(at);
            skipped = Character.isWhitespace(c) || c == '#';
            if (c == '#') {
                while (at < pattern.length() && pattern.charAt(at) != '\n') {
                    at++;
                }
            } else if (skipped) {
                at++;
            }
        }
    }

    private boolean next(char c) {
        boolean is = !ended() && pattern.charAt(at) == c;
        at += is ? 1 : 0;
        return is;
    }

    private Ways alternatives() {
        double through = 0;
        double worst = 0;
        do {
            Ways one = sequence();
            through += one.through();
            worst += one.worst();
        } while (next('|'));
        return new Ways(through, worst);
    }

    private Ways sequence() {
        double sinceRead = 1;
        double through = 1;
        double worst = 1;
        while (!ended() && pattern.charAt(at) != '|' && pattern.charAt(at) != ')') {
            Ways part = repeated(atom());
            worst = Math.max(worst, sinceRead * part.worst());
            through *= part.through();
            sinceRead = part.through() == 0 ? 1 : sinceRead * part.through();
        }
        return new Ways(through, worst);
    }

    private Ways repeated(Ways once) {
        Ways ways = once;
        while (true) { // a quantifier, and ? or + after it
            if (next('*') || next('?')) {
                ways = times(ways, 0, true);
            } else if (next('+')) {
                ways = times(ways, 1, true);
            } else if (next('{')) {
                int end = pattern.indexOf('}', at);
                if (end < 0) {
                    at = pattern.length() + 1; // does not occur in compiled patterns
                    return ways;
                }
                String bounds = pattern.substring(at, end);
                at = end + 1;
                int comma = bounds.indexOf(',');
                String least = comma < 0 ? bounds : bounds.substring(0, comma);
                ways = times(ways, Double.parseDouble(least.strip()), comma >= 0);
            } else {
                return ways;
            }
        }
    }

    /**
     * Returns the ways through a repetition; Java ends a loop at the first iteration that reads
     * nothing.
     */
    private static Ways times(Ways once, double least, boolean more) {
        if (once.through() == 0) {
            return new Ways(least == 0 ? 1 : 0, once.worst());
        }
        // Repetitions take time even if there is only one way.
        double all = Math.max(Math.pow(once.through(), least), least);
        double through = all * (more ? 1 + once.through() : 1);
        return new Ways(through, through * once.worst());
    }

    private Ways atom() {
        char c = pattern.charAt(at++);
        return switch (c) {
            case '(' -> group();
            case '[' -> charClass();
            case '\\' -> escape();
            case '^', '$' -> Ways.EMPTY;
            default -> Ways.READS;
        };
    }

    private Ways group() {
        boolean atomic = false;
        if (at < pattern.length() && pattern.charAt(at) == '?') {
            int kind = at + 1;
            at = Math.min(kind + 1, pattern.length());
            char c = kind < pattern.length() ? pattern.charAt(kind) : ')';
            if (c == '<' && at < pattern.length()) {
                atomic = pattern.charAt(at) == '=' || pattern.charAt(at) == '!';
                at = atomic ? at + 1 : pattern.indexOf('>', at) + 1;
            } else if (c == '=' || c == '!' || c == '>') {
                atomic = true;
            } else if (c != ':') {
                return flags(kind);
            }
        }
        Ways inside = alternatives();
        if (!next(')')) {
            at = pattern.length() + 1; // does not occur in compiled patterns
        }
        // Once matched, it is not retried; it may read characters or not.
        return atomic ? new Ways(1, inside.worst()) : inside;
    }

    /**
     * Reads {@code (?i)} or {@code (?i:…)}; x is refused, because it would change the syntax of the
     * text that follows.
     */
    private Ways flags(int from) {
        at = from;
        while (at < pattern.length() && pattern.charAt(at) != ':' && pattern.charAt(at) != ')') {
            if (pattern.charAt(at++) == 'x') {
                throw WukongsException.user("a regular expression has (?x), use the flag x");
            }
        }
        if (next(')')) {
            return Ways.EMPTY;
        }
        at++;
        Ways inside = alternatives();
        at += next(')') ? 0 : pattern.length();
        return inside;
    }

    private Ways charClass() {
        if (at < pattern.length() && pattern.charAt(at) == '^') {
            at++;
        }
        boolean first = true;
        int depth = 1;
        while (depth > 0 && at < pattern.length()) {
            char c = pattern.charAt(at++);
            if (c == '\\') {
                escape();
            } else if (c == '[') {
                depth++;
                at += at < pattern.length() && pattern.charAt(at) == '^' ? 1 : 0;
                first = true;
                continue;
            } else if (c == ']' && !first) {
                depth--;
            }
            first = false;
        }
        return Ways.READS;
    }

    private Ways escape() {
        char c = at < pattern.length() ? pattern.charAt(at++) : '\\';
        if (c == 'Q') {
            int end = pattern.indexOf("\\E", at);
            boolean empty = end == at;
            at = end < 0 ? pattern.length() : end + 2;
            return empty ? Ways.EMPTY : Ways.READS;
        }
        if (c == 'k') {
            at = pattern.indexOf('>', at) + 1;
            return Ways.EMPTY; // the group may have matched the empty string
        }
        if (NO_WIDTH.indexOf(c) >= 0 || (c >= '1' && c <= '9')) {
            return Ways.EMPTY;
        }
        boolean braces = "pPxNo".indexOf(c) >= 0 && at < pattern.length();
        if (braces && pattern.charAt(at) == '{') {
            at = pattern.indexOf('}', at) + 1;
        }
        return Ways.READS;
    }
}
