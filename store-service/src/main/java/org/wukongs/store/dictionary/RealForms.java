package org.wukongs.store.dictionary;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.eclipse.rdf4j.model.datatypes.XMLDatatypeUtil;

/** Parses lexical forms of xsd:decimal, xsd:float and xsd:double. */
final class RealForms {

    private static final BigInteger UNSCALED_MAX = BigInteger.valueOf(Decimals.UNSCALED_MAX);

    /** Longer numbers get no payload: parsing them is not worth the work. */
    private static final int LENGTH_MAX = 64;

    /** With {@link #LENGTH_MAX}, such an exponent is in range for RDF4J in both types. */
    private static final int EXPONENT_IN_RANGE = 30;

    /** RDF4J fails for an exponent that is no int. */
    private static final int EXPONENT_DIGITS_MAX = 9;

    private RealForms() {}

    /** Parses a decimal; payloads have room for up to 17 digits, so longer numbers have none. */
    static TermValue decimal(byte[] utf8, int from, int to) {
        int end = mantissaEnd(utf8, from, to);
        if (end != to || to - from > LENGTH_MAX) {
            return TermValue.OTHER_LITERAL;
        }
        BigDecimal number = new BigDecimal(new String(utf8, from, to - from, ISO_8859_1));
        number = number.stripTrailingZeros();
        number = number.scale() < 0 ? number.setScale(0) : number;
        if (number.scale() > Decimals.SCALE_MAX
                || number.unscaledValue().abs().compareTo(UNSCALED_MAX) > 0) {
            return TermValue.OTHER_LITERAL;
        }
        return TermValue.of(
                TermKind.DECIMAL,
                Decimals.payload(number.unscaledValue().longValue(), number.scale()));
    }

    /** Parses a float or double: the value of a form is the nearest number of the type. */
    static TermValue floating(TermKind kind, byte[] utf8, int from, int to) {
        if (to - from > LENGTH_MAX) {
            return TermValue.OTHER_LITERAL;
        }
        String form = new String(utf8, from, to - from, ISO_8859_1);
        return switch (form) {
            case "INF" -> infinity(kind, 1);
            case "-INF" -> infinity(kind, -1);
            case "NaN" -> kind == TermKind.DOUBLE ? ofDouble(Double.NaN) : ofFloat(Float.NaN);
            default -> {
                int mantissaEnd = mantissaEnd(utf8, from, to);
                yield exponentEnd(utf8, mantissaEnd, to) == to
                                && isExponentInRange(kind, form, mantissaEnd - from)
                        ? finite(kind, form)
                        : TermValue.OTHER_LITERAL;
            }
        };
    }

    /** Returns true if RDF4J calls a form well-formed, which it does not for large exponents. */
    private static boolean isExponentInRange(TermKind kind, String form, int mantissaEnd) {
        if (mantissaEnd == form.length()) {
            return true;
        }
        String digits = form.substring(mantissaEnd + 1);
        if (digits.length() > EXPONENT_DIGITS_MAX) {
            return false;
        }
        return Math.abs(Integer.parseInt(digits)) <= EXPONENT_IN_RANGE
                || (kind == TermKind.DOUBLE
                        ? XMLDatatypeUtil.isValidDouble(form)
                        : XMLDatatypeUtil.isValidFloat(form));
    }

    /**
     * Parses a finite number. A form beyond the type's range gets no payload: it is infinite for
     * XML Schema, but ill-formed for RDF4J.
     */
    private static TermValue finite(TermKind kind, String form) {
        if (kind == TermKind.DOUBLE) {
            double number = Double.parseDouble(form);
            return Double.isInfinite(number) ? TermValue.OTHER_LITERAL : ofDouble(number);
        }
        float number = Float.parseFloat(form);
        return Float.isInfinite(number) ? TermValue.OTHER_LITERAL : ofFloat(number);
    }

    private static TermValue infinity(TermKind kind, int sign) {
        return kind == TermKind.DOUBLE ? ofDouble(sign / 0.0) : ofFloat(sign / 0.0f);
    }

    private static TermValue ofDouble(double number) {
        return TermValue.of(TermKind.DOUBLE, Double.doubleToLongBits(number));
    }

    private static TermValue ofFloat(float number) {
        return TermValue.of(TermKind.FLOAT, Integer.toUnsignedLong(Float.floatToIntBits(number)));
    }

    /**
     * Returns the index after {@code [+-]? digits* (. digits*)?} with at least one digit; -1 if
     * there is none.
     */
    private static int mantissaEnd(byte[] utf8, int from, int to) {
        int whole = afterSign(utf8, from, to);
        int at = afterDigits(utf8, whole, to);
        int digits = at - whole;
        if (at < to && utf8[at] == '.') {
            int fraction = at + 1;
            at = afterDigits(utf8, fraction, to);
            digits += at - fraction;
        }
        return digits == 0 ? -1 : at;
    }

    /** Returns the index after {@code ([eE] [+-]? digits+)?}, -1 if it is incomplete. */
    private static int exponentEnd(byte[] utf8, int from, int to) {
        if (from < 0 || from == to) {
            return from;
        }
        if (utf8[from] != 'e' && utf8[from] != 'E') {
            return -1;
        }
        int digits = afterSign(utf8, from + 1, to);
        int end = afterDigits(utf8, digits, to);
        return end == digits ? -1 : end;
    }

    private static int afterSign(byte[] utf8, int from, int to) {
        return from < to && (utf8[from] == '+' || utf8[from] == '-') ? from + 1 : from;
    }

    private static int afterDigits(byte[] utf8, int from, int to) {
        int at = from;
        while (at < to && utf8[at] >= '0' && utf8[at] <= '9') {
            at++;
        }
        return at;
    }
}
