package org.wukongs.csparql;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.wukongs.csparql.Token.Kind;

/**
 * Reads durations, {@code 10 s}, {@code PT1.5S} or {@code "PT10S"^^xsd:duration}, as milliseconds.
 */
final class DurationParser {

    /**
     * 10,000 years: 46 bits of milliseconds, so that event times and ranges can be added and
     * multiplied safely.
     */
    static final long DURATION_MS_MAX = 3_652_500L * 86_400_000L;

    private static final String EXPECTED = "a duration such as 10s, 100ms or PT10S";
    private static final String UNITS = "one of the units ms, s, m, h, d";
    private static final String XSD_DURATION = "http://www.w3.org/2001/XMLSchema#duration";
    private static final String XSD_DAY_TIME_DURATION =
            "http://www.w3.org/2001/XMLSchema#dayTimeDuration";

    /** Years and months have no fixed length and are left out. */
    private static final Pattern DAY_TIME =
            Pattern.compile(
                    "P(?=.)(?:(\\d+)D)?(?:T(?=.)(?:(\\d+)H)?(?:(\\d+)M)?(?:(\\d+(?:\\.\\d+)?)S)?)?");

    private final SourceText source;
    private final TokenCursor cursor;
    private final Prologue prologue;

    DurationParser(SourceText source, TokenCursor cursor, Prologue prologue) {
        this.source = source;
        this.cursor = cursor;
        this.prologue = prologue;
    }

    /** {@code what} names the duration in error messages, for instance "range". */
    long parse(String what) {
        Token first = cursor.peek();
        if (first.is("-")) {
            throw cursor.unexpected("a positive " + what);
        }
        BigDecimal ms =
                switch (first.kind()) {
                    case NUMBER -> numberAndUnit();
                    case WORD, STRING -> xsdDuration();
                    default -> throw cursor.unexpected(EXPECTED);
                };
        if (ms.signum() == 0) {
            throw source.error(
                    first,
                    what + " of zero at " + first.shown() + ", expected a positive duration");
        }
        if (ms.compareTo(BigDecimal.valueOf(DURATION_MS_MAX)) > 0) {
            throw source.error(
                    first, what + " too long at " + first.shown() + ", expected at most 3652500d");
        }
        return ms.setScale(0, RoundingMode.UNNECESSARY).longValueExact();
    }

    private BigDecimal numberAndUnit() {
        Token number = cursor.next();
        if (!number.text().chars().allMatch(NameCharacters::isDigit)) {
            throw source.unexpected(number, "an integer with " + UNITS);
        }
        Token unit = cursor.peek();
        if (unit.kind() != Kind.WORD) {
            throw cursor.unexpected(UNITS);
        }
        long unitMs =
                switch (unit.text().toLowerCase(Locale.ROOT)) {
                    case "ms" -> 1L;
                    case "s" -> 1_000L;
                    case "m" -> 60_000L;
                    case "h" -> 3_600_000L;
                    case "d" -> 86_400_000L;
                    default -> throw cursor.unexpected(UNITS);
                };
        cursor.next();
        return new BigDecimal(number.text()).multiply(BigDecimal.valueOf(unitMs));
    }

    private BigDecimal xsdDuration() {
        Token token = cursor.peek();
        String written = token.text();
        if (token.kind() == Kind.STRING) {
            int quotes = written.startsWith("\"\"\"") || written.startsWith("'''") ? 3 : 1;
            written = written.substring(quotes, written.length() - quotes);
        }
        Matcher matcher = DAY_TIME.matcher(written);
        if (written.startsWith("-P")) {
            throw cursor.unexpected("a positive duration");
        }
        if (!matcher.matches()) {
            throw cursor.unexpected(EXPECTED);
        }
        BigDecimal ms =
                part(matcher, 1, 86_400_000)
                        .add(part(matcher, 2, 3_600_000))
                        .add(part(matcher, 3, 60_000))
                        .add(part(matcher, 4, 1_000));
        if (ms.stripTrailingZeros().scale() > 0) {
            throw cursor.unexpected("a duration of whole milliseconds");
        }
        cursor.next();
        if (token.kind() == Kind.STRING) {
            skipDatatype();
        }
        return ms;
    }

    private void skipDatatype() {
        if (!cursor.accept("^^")) {
            return;
        }
        NameRef datatype = NameRef.read(cursor, prologue, "xsd:duration");
        if (!datatype.value().equals(XSD_DURATION)
                && !datatype.value().equals(XSD_DAY_TIME_DURATION)) {
            throw source.unexpected(datatype.token(), "xsd:duration");
        }
    }

    private static BigDecimal part(Matcher matcher, int group, long unitMs) {
        String digits = matcher.group(group);
        return digits == null
                ? BigDecimal.ZERO
                : new BigDecimal(digits).multiply(BigDecimal.valueOf(unitMs));
    }
}
