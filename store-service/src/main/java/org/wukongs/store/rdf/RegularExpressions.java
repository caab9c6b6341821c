package org.wukongs.store.rdf;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.eclipse.rdf4j.query.algebra.evaluation.ValueExprEvaluationException;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.store.explore.ExecutionBudget;

/** Compiles and matches the patterns of REGEX and REPLACE; the newest ones stay compiled. */
final class RegularExpressions {

    /**
     * Many times the length of patterns that people write; a compiled pattern takes some 100 bytes
     * per character.
     */
    static final int PATTERN_CHARS_MAX = 4096;

    /** Compiled patterns that are kept, for all queries: some MB if all are long. */
    private static final int CACHED_COUNT_MAX = 128;

    private record Key(String pattern, int flags) {}

    private static final Map<Key, Pattern> CACHED =
            new LinkedHashMap<>(CACHED_COUNT_MAX * 2, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Key, Pattern> eldest) {
                    return size() > CACHED_COUNT_MAX;
                }
            };

    private RegularExpressions() {}

    /**
     * Compiles a pattern, with {@code flags} as in XPath functions 5.6.2; throws an expression's
     * error if it is malformed.
     */
    static Pattern compile(String pattern, String flags) {
        if (pattern.length() > PATTERN_CHARS_MAX) {
            throw WukongsException.limit(
                    Reason.COMPLEXITY_LIMIT,
                    "a regular expression is too long: charsMax=" + PATTERN_CHARS_MAX);
        }
        Key key = new Key(pattern, flags(flags));
        synchronized (CACHED) {
            Pattern cached = CACHED.get(key);
            if (cached != null) {
                return cached;
            }
        }
        Pattern compiled = compile(key);
        synchronized (CACHED) {
            CACHED.put(key, compiled);
        }
        return compiled;
    }

    private static Pattern compile(Key key) {
        try {
            Pattern compiled = Pattern.compile(key.pattern(), key.flags());
            if ((key.flags() & Pattern.LITERAL) == 0) {
                EmptyPaths.check(key.pattern(), (key.flags() & Pattern.COMMENTS) != 0);
            }
            return compiled;
        } catch (PatternSyntaxException e) {
            throw new ValueExprEvaluationException(e);
        } catch (StackOverflowError e) {
            throw tooDeep(e);
        }
    }

    private static int flags(String letters) {
        int flags = 0;
        for (int i = 0; i < letters.length(); i++) {
            flags |=
                    switch (letters.charAt(i)) {
                        case 's' -> Pattern.DOTALL;
                        case 'm' -> Pattern.MULTILINE;
                        case 'i' -> Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
                        case 'x' -> Pattern.COMMENTS;
                        case 'd' -> Pattern.UNIX_LINES;
                        case 'u' -> Pattern.UNICODE_CASE;
                        case 'q' -> Pattern.LITERAL;
                        default ->
                                throw new ValueExprEvaluationException(
                                        "unknown flags:" + " " + letters);
                    };
        }
        return flags;
    }

    /**
     * Returns the result of {@code use} for a matcher of a text, within the time of the execution.
     */
    static <T> T match(
            Pattern pattern, String text, ExecutionBudget budget, Function<Matcher, T> use) {
        try {
            return use.apply(pattern.matcher(new WatchedText(text, budget)));
        } catch (StackOverflowError e) {
            throw tooDeep(e);
        }
    }

    private static WukongsException tooDeep(StackOverflowError cause) {
        return new WukongsException(
                WukongsException.Category.USER,
                "a regular expression is nested too deeply, or repeats a group too often for the"
                        + " text",
                cause);
    }
}
