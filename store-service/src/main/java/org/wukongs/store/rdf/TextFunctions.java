package org.wukongs.store.rdf;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.BooleanLiteral;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.FN;
import org.eclipse.rdf4j.query.algebra.evaluation.ValueExprEvaluationException;
import org.eclipse.rdf4j.query.algebra.evaluation.util.QueryEvaluationUtility;
import org.wukongs.store.explore.ExecutionBudget;
import org.wukongs.store.value.ValueBytes;

/**
 * Functions that can make a string longer than their arguments, and those that match regular
 * expressions (SPARQL 1.1, section 17.4.3). The length is checked before the string is made, and
 * matching checks the time.
 */
final class TextFunctions {

    /** A function with the budget of its execution. */
    interface Body {
        Value evaluate(ExecutionBudget budget, Value... args);
    }

    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private static final Map<String, Body> BY_IRI =
            Map.of(
                    FN.CONCAT.stringValue(),
                    TextFunctions::concat,
                    FN.UPPER_CASE.stringValue(),
                    TextFunctions::upperCase,
                    FN.LOWER_CASE.stringValue(),
                    TextFunctions::lowerCase,
                    FN.ENCODE_FOR_URI.stringValue(),
                    TextFunctions::encodeForUri,
                    FN.REPLACE.stringValue(),
                    TextFunctions::replace);

    /** One character may become three, such as ΐ. */
    private static final int CASE_FACTOR = 3;

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private TextFunctions() {}

    /** Returns the function of an IRI, null if this class has none of that name. */
    static Body find(String iri) {
        return BY_IRI.get(iri);
    }

    private static Value concat(ExecutionBudget budget, Value... args) {
        if (args.length == 0) {
            throw new ValueExprEvaluationException("CONCAT without arguments");
        }
        long chars = 0;
        String language = string(args[0]).getLanguage().orElse(null);
        for (Value arg : args) {
            chars += string(arg).getLabel().length();
            boolean same = language != null && language.equals(language(arg));
            language = same ? language : null;
        }
        StringBuilder text = builder(chars);
        for (Value arg : args) {
            text.append(((Literal) arg).getLabel());
        }
        return literal(text.toString(), language);
    }

    private static Value upperCase(ExecutionBudget budget, Value... args) {
        checkCount(1, 1, args);
        Literal source = string(args[0]);
        checkCase(source.getLabel());
        return literal(source.getLabel().toUpperCase(Locale.ROOT), language(source));
    }

    private static Value lowerCase(ExecutionBudget budget, Value... args) {
        checkCount(1, 1, args);
        Literal source = string(args[0]);
        checkCase(source.getLabel());
        return literal(source.getLabel().toLowerCase(Locale.ROOT), language(source));
    }

    /** Checks the length after a change of case: only characters beyond ASCII may become longer. */
    private static void checkCase(String text) {
        long longer = text.chars().filter(c -> c > 127).count();
        ValueBytes.checkText(text.length() + (CASE_FACTOR - 1) * longer);
    }

    /** Encodes everything but ASCII letters and digits and {@code -_.~} (XPath functions 6.2). */
    private static Value encodeForUri(ExecutionBudget budget, Value... args) {
        checkCount(1, 1, args);
        String text = string(args[0]).getLabel();
        long chars = 0;
        for (int i = 0; i < text.length(); i++) {
            chars += isUnreserved(text.charAt(i)) ? 1 : escapedLength(text.charAt(i));
        }
        StringBuilder encoded = builder(chars);
        int at = 0;
        while (at < text.length()) {
            int codePoint = text.codePointAt(at);
            int next = at + Character.charCount(codePoint);
            if (isUnreserved(codePoint)) {
                encoded.append((char) codePoint);
            } else {
                for (byte b : text.substring(at, next).getBytes(StandardCharsets.UTF_8)) {
                    encoded.append('%').append(HEX.toHexDigits(b));
                }
            }
            at = next;
        }
        return VALUES.createLiteral(encoded.toString());
    }

    private static boolean isUnreserved(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || "-_.~".indexOf(c) >= 0;
    }

    /** Returns the most characters for one UTF-16 unit: three for each byte of UTF-8. */
    private static int escapedLength(char c) {
        if (c < 0x80) {
            return 3;
        }
        return c < 0x800 || Character.isSurrogate(c) ? 6 : 9;
    }

    private static Value replace(ExecutionBudget budget, Value... args) {
        checkCount(3, 4, args);
        Literal source = string(args[0]);
        String text = source.getLabel();
        Pattern pattern =
                RegularExpressions.compile(
                        simple(args[1]), args.length == 4 ? simple(args[3]) : "");
        String replacement = simple(args[2]);
        String replaced =
                RegularExpressions.match(
                        pattern, text, budget, found -> replaced(text, found, replacement, budget));
        return literal(replaced, language(source));
    }

    private static String replaced(
            String text, Matcher found, String replacement, ExecutionBudget budget) {
        if (!found.find()) {
            return text;
        }
        Replacement parts = new Replacement(replacement, found.groupCount());
        StringBuilder out = new StringBuilder();
        long counted = 0;
        int end = 0;
        try {
            do {
                long chars = out.length() + (found.start() - end) + parts.length(found);
                ValueBytes.checkText(chars);
                // While it grows, the old and the new array exist together.
                long bytes = 2 * ValueBytes.text(chars);
                if (bytes > counted + ValueBytes.SMALL_CHARS) {
                    budget.takeValueBytes(bytes - counted);
                    counted = bytes;
                }
                out.append(text, end, found.start());
                parts.appendTo(out, found, text);
                end = found.end();
            } while (found.find());
            ValueBytes.checkText((long) out.length() + text.length() - end);
            return out.append(text, end, text.length()).toString();
        } finally {
            budget.giveBackValueBytes(counted);
        }
    }

    /** REGEX; {@code flags} may be null. */
    static Value matches(ExecutionBudget budget, Value text, Value pattern, Value flags) {
        Pattern compiled =
                RegularExpressions.compile(simple(pattern), flags == null ? "" : simple(flags));
        String label = string(text).getLabel();
        return BooleanLiteral.valueOf(
                RegularExpressions.match(compiled, label, budget, Matcher::find));
    }

    private static StringBuilder builder(long chars) {
        ValueBytes.checkText(chars);
        return new StringBuilder((int) chars);
    }

    private static Literal literal(String text, String language) {
        return language == null ? VALUES.createLiteral(text) : VALUES.createLiteral(text, language);
    }

    private static String language(Value value) {
        return ((Literal) value).getLanguage().orElse(null);
    }

    static Literal string(Value value) {
        if (value instanceof Literal literal && QueryEvaluationUtility.isStringLiteral(literal)) {
            return literal;
        }
        throw new ValueExprEvaluationException("not a string: " + shown(value));
    }

    private static String simple(Value value) {
        if (value instanceof Literal literal && QueryEvaluationUtility.isSimpleLiteral(literal)) {
            return literal.getLabel();
        }
        throw new ValueExprEvaluationException("not a simple string: " + shown(value));
    }

    /** Returns the start of a value, to keep messages short. */
    private static String shown(Value value) {
        String text = String.valueOf(value);
        return text.substring(0, Math.min(text.length(), 100));
    }

    static void checkCount(int min, int max, Value... args) {
        if (args.length < min || args.length > max) {
            throw new ValueExprEvaluationException(
                    "wrong number of arguments: expected="
                            + min
                            + ".."
                            + max
                            + " got="
                            + args.length);
        }
    }
}
