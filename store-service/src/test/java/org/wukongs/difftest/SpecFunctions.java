package org.wukongs.difftest;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.XMLGregorianCalendar;
import org.eclipse.rdf4j.model.BNode;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.datatypes.XMLDatatypeUtil;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.XSD;

/** The functions of SPARQL 1.1 (17.4.2 to 17.4.6) and casts (17.5), of values that are there. */
final class SpecFunctions {

    /** A date in front of its zone. */
    private static final Pattern DAY = Pattern.compile("(-?\\d{4,}-\\d\\d-\\d\\d)(.*)");

    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();

    private SpecFunctions() {}

    static Value apply(String name, List<Value> args) {
        Value first = args.isEmpty() ? null : args.get(0);
        return switch (name) {
            case "sameTerm" -> bool(first.equals(args.get(1)));
            case "isIRI", "isURI" -> bool(first instanceof IRI);
            case "isBlank" -> bool(first instanceof BNode);
            case "isLiteral" -> bool(first instanceof Literal);
            case "isNumeric" -> bool(SpecNumber.of(first) != null);
            case "STR" -> simple(str(first));
            case "LANG" -> simple(literal(first).getLanguage().orElse(""));
            case "DATATYPE" -> literal(first).getDatatype();
            case "IRI", "URI" ->
                    first instanceof IRI ? first : VALUES.createIRI(simpleLabel(first));
            case "STRDT" -> VALUES.createLiteral(simpleLabel(first), iri(args.get(1)));
            case "STRLANG" -> VALUES.createLiteral(simpleLabel(first), simpleLabel(args.get(1)));
            case "ABS", "CEIL", "FLOOR", "ROUND" -> rounded(name, first);
            case "YEAR", "MONTH", "DAY", "HOURS", "MINUTES", "SECONDS", "TIMEZONE", "TZ" ->
                    datePart(name, first);
            case "MD5", "SHA1", "SHA256", "SHA384", "SHA512" -> hash(name, simpleLabel(first));
            default -> name.startsWith("<") ? cast(name, first) : string(name, args);
        };
    }

    /** Of an integer it is that integer, as it is written. */
    private static Value rounded(String name, Value value) {
        SpecNumber number = SpecNumber.require(value);
        if (number.rank() > 0 || (name.equals("ABS") && number.exact().signum() < 0)) {
            return number.apply(name).literal();
        }
        String label = number.exact().toBigInteger().toString();
        return name.equals("ABS")
                ? VALUES.createLiteral(label, ((Literal) value).getDatatype())
                : value;
    }

    private static Value string(String name, List<Value> args) {
        Literal text = text(args.get(0));
        String label = text.getLabel();
        return switch (name) {
            case "STRLEN" -> integer(label.codePointCount(0, label.length()));
            case "UCASE" -> like(text, label.toUpperCase(Locale.ROOT));
            case "LCASE" -> like(text, label.toLowerCase(Locale.ROOT));
            case "SUBSTR" -> substring(text, args);
            case "CONTAINS" -> bool(label.contains(compatible(text, args.get(1))));
            case "STRSTARTS" -> bool(label.startsWith(compatible(text, args.get(1))));
            case "STRENDS" -> bool(label.endsWith(compatible(text, args.get(1))));
            case "STRBEFORE" -> before(text, compatible(text, args.get(1)));
            case "STRAFTER" -> after(text, compatible(text, args.get(1)));
            case "ENCODE_FOR_URI" -> encode(label);
            case "CONCAT" -> concat(args);
            case "REGEX" -> regex(label, args);
            case "REPLACE" ->
                    like(
                            text,
                            label.replaceAll(simpleLabel(args.get(1)), simpleLabel(args.get(2))));
            case "LANGMATCHES" -> langMatches(simpleLabel(text), simpleLabel(args.get(1)));
            default -> throw new IllegalStateException("no such function: " + name);
        };
    }

    static Value bool(boolean value) {
        return VALUES.createLiteral(value);
    }

    private static Value simple(String label) {
        return VALUES.createLiteral(label);
    }

    private static Value integer(long value) {
        return SpecNumber.integer(value).literal();
    }

    private static Literal literal(Value value) {
        if (value instanceof Literal literal) {
            return literal;
        }
        throw new SpecError("no literal: " + value);
    }

    private static IRI iri(Value value) {
        if (value instanceof IRI iri) {
            return iri;
        }
        throw new SpecError("no IRI: " + value);
    }

    static String str(Value value) {
        if (value instanceof BNode) {
            throw new SpecError("a blank node has no string");
        }
        return value.stringValue();
    }

    /** A string literal: xsd:string or with a language. */
    static Literal text(Value value) {
        Literal literal = literal(value);
        if (literal.getLanguage().isPresent() || literal.getDatatype().equals(XSD.STRING)) {
            return literal;
        }
        throw new SpecError("no string: " + value);
    }

    private static String simpleLabel(Value value) {
        Literal literal = literal(value);
        if (literal.getDatatype().equals(XSD.STRING)) {
            return literal.getLabel();
        }
        throw new SpecError("no simple literal: " + value);
    }

    private static Value like(Literal text, String label) {
        return text.getLanguage()
                .<Value>map(language -> VALUES.createLiteral(label, language))
                .orElseGet(() -> simple(label));
    }

    /** The label of the second argument (17.4.3.1.2, Argument Compatibility Rules). */
    private static String compatible(Literal text, Value argument) {
        Literal other = text(argument);
        if (other.getLanguage().isPresent() && !other.getLanguage().equals(text.getLanguage())) {
            throw new SpecError("incompatible strings: " + text + " " + argument);
        }
        return other.getLabel();
    }

    private static Value before(Literal text, String separator) {
        int at = text.getLabel().indexOf(separator);
        return at < 0 ? simple("") : like(text, text.getLabel().substring(0, at));
    }

    private static Value after(Literal text, String separator) {
        int at = text.getLabel().indexOf(separator);
        return at < 0 ? simple("") : like(text, text.getLabel().substring(at + separator.length()));
    }

    private static Value substring(Literal text, List<Value> args) {
        double from = rounded(args.get(1));
        double to = args.size() > 2 ? from + rounded(args.get(2)) : Double.POSITIVE_INFINITY;
        StringBuilder part = new StringBuilder();
        int place = 0;
        for (int codePoint : text.getLabel().codePoints().toArray()) {
            place++;
            if (place >= from && place < to) {
                part.appendCodePoint(codePoint);
            }
        }
        return like(text, part.toString());
    }

    private static double rounded(Value value) {
        return Math.floor(SpecNumber.require(value).asDouble() + 0.5);
    }

    private static Value concat(List<Value> args) {
        StringBuilder all = new StringBuilder();
        boolean same = true;
        Literal first = text(args.get(0));
        for (Value arg : args) {
            all.append(text(arg).getLabel());
            same &= text(arg).getLanguage().equals(first.getLanguage());
        }
        return same ? like(first, all.toString()) : simple(all.toString());
    }

    private static Value encode(String label) {
        String form = URLEncoder.encode(label, StandardCharsets.UTF_8);
        return simple(form.replace("+", "%20").replace("*", "%2A").replace("%7E", "~"));
    }

    private static Value regex(String label, List<Value> args) {
        boolean insensitive = args.size() > 2 && simpleLabel(args.get(2)).contains("i");
        int flags = insensitive ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0;
        return bool(Pattern.compile(simpleLabel(args.get(1)), flags).matcher(label).find());
    }

    private static Value langMatches(String tag, String range) {
        if (range.equals("*")) {
            return bool(!tag.isEmpty());
        }
        String lower = tag.toLowerCase(Locale.ROOT);
        String prefix = range.toLowerCase(Locale.ROOT);
        return bool(lower.equals(prefix) || lower.startsWith(prefix + "-"));
    }

    private static Value hash(String name, String label) {
        try {
            MessageDigest digest = MessageDigest.getInstance(name.replaceFirst("SHA", "SHA-"));
            byte[] bytes = digest.digest(label.getBytes(StandardCharsets.UTF_8));
            return simple(HexFormat.of().formatHex(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Value datePart(String name, Value value) {
        Literal literal = literal(value);
        boolean valid =
                literal.getDatatype().equals(XSD.DATETIME)
                        && XMLDatatypeUtil.isValidDateTime(literal.getLabel());
        if (!valid) {
            throw new SpecError("no dateTime: " + value);
        }
        XMLGregorianCalendar time = literal.calendarValue();
        return switch (name) {
            case "YEAR" -> integer(time.getYear());
            case "MONTH" -> integer(time.getMonth());
            case "DAY" -> integer(time.getDay());
            case "HOURS" -> integer(time.getHour());
            case "MINUTES" -> integer(time.getMinute());
            case "SECONDS" -> SpecNumber.parse(seconds(literal.getLabel()), 1).literal();
            case "TZ" -> simple(zone(literal.getLabel()));
            default -> timezone(time.getTimezone());
        };
    }

    private static String seconds(String label) {
        String time = label.substring(label.indexOf('T') + 1);
        return time.substring(6).replaceFirst("(Z|[+-].*)$", "");
    }

    private static String zone(String label) {
        String time = label.substring(label.indexOf('T') + 1);
        return time.replaceFirst("^[0-9:.]*", "");
    }

    private static Value timezone(int minutes) {
        if (minutes == DatatypeConstants.FIELD_UNDEFINED) {
            throw new SpecError("no timezone");
        }
        int size = Math.abs(minutes);
        String hours = size / 60 > 0 ? size / 60 + "H" : "";
        String rest = size % 60 > 0 ? size % 60 + "M" : "";
        String label = minutes == 0 ? "PT0S" : (minutes < 0 ? "-PT" : "PT") + hours + rest;
        return VALUES.createLiteral(label, XSD.DAYTIMEDURATION);
    }

    private static Value cast(String function, Value value) {
        String type = function.substring(Terms.XSD.length() + 1, function.length() - 1);
        if (type.equals("string")) {
            return simple(castString(value));
        }
        Literal literal = literal(value);
        if (literal.getDatatype().stringValue().endsWith("#" + type) && isValid(literal)) {
            return literal; // the value that it is, as it is written
        }
        return switch (type) {
            case "boolean" -> castBoolean(literal);
            case "dateTime" -> castDateTime(literal);
            default -> castNumber(type, literal);
        };
    }

    private static boolean isValid(Literal literal) {
        return XMLDatatypeUtil.isValidValue(literal.getLabel(), literal.getDatatype());
    }

    /** There is no cast of a string with a language (17.5, XPath functions 17). */
    private static String castString(Value value) {
        if (value instanceof Literal literal && literal.getLanguage().isPresent()) {
            throw new SpecError("a cast of a string with a language");
        }
        SpecNumber number = SpecNumber.of(value);
        if (number != null) {
            return number.asString();
        }
        Boolean truth = SpecComparison.bool(value);
        return truth == null ? str(value) : truth.toString();
    }

    private static Value castBoolean(Literal literal) {
        SpecNumber number = SpecNumber.of(literal);
        if (number != null) {
            return bool(number.isTrue());
        }
        Literal typed = VALUES.createLiteral(literal.getLabel(), XSD.BOOLEAN);
        Boolean truth =
                literal.getDatatype().equals(XSD.STRING)
                        ? SpecComparison.bool(typed)
                        : SpecComparison.bool(literal);
        if (truth == null) {
            throw new SpecError("no boolean: " + literal);
        }
        return bool(truth);
    }

    /** Also of a date: as XPath functions 17.1.5, which SPARQL names for casts, have it. */
    private static Value castDateTime(Literal literal) {
        if (literal.getDatatype().equals(XSD.DATE) && isValid(literal)) {
            String day = literal.getLabel().strip();
            return VALUES.createLiteral(
                    DAY.matcher(day).replaceFirst("$1T00:00:00$2"), XSD.DATETIME);
        }
        boolean castable =
                literal.getDatatype().equals(XSD.DATETIME)
                        || literal.getDatatype().equals(XSD.STRING);
        String label = literal.getLabel().strip();
        if (castable && XMLDatatypeUtil.isValidDateTime(label)) {
            return VALUES.createLiteral(label, XSD.DATETIME);
        }
        throw new SpecError("no dateTime: " + literal);
    }

    private static Value castNumber(String type, Literal literal) {
        int rank = List.of("integer", "decimal", "float", "double").indexOf(type);
        SpecNumber number = SpecNumber.of(literal);
        Boolean truth = SpecComparison.bool(literal);
        if (truth != null) {
            number = SpecNumber.integer(truth ? 1 : 0);
        } else if (literal.getDatatype().equals(XSD.STRING)) {
            number = SpecNumber.parse(literal.getLabel().strip(), rank);
        }
        if (number == null) {
            throw new SpecError("no number: " + literal);
        }
        return number.castTo(rank).literal();
    }
}
