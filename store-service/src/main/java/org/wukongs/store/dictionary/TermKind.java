package org.wukongs.store.dictionary;

/**
 * What a term is, as far as an expression wants to know without its text.
 *
 * <p>A kind with a value promises that {@link LiteralValues#payload} is the exact value. A literal
 * whose value does not fit, is ill-formed or has another datatype is an {@link #OTHER_LITERAL}:
 * whoever wants it asks the dictionary for the text.
 */
public enum TermKind {
    IRI(Value.NONE),
    BLANK_NODE(Value.NONE),

    /** Plain literal, xsd:string. */
    STRING(Value.NONE),

    /** Literal with a language tag. */
    LANG_STRING(Value.NONE),

    /** A literal of another datatype, ill-formed, or with a value that no payload holds. */
    OTHER_LITERAL(Value.NONE),

    /** Payload: 0 or 1. */
    BOOLEAN(Value.BOOLEAN),

    /** Payload of this and all integer types: the number. */
    INTEGER(Value.INTEGER),
    LONG(Value.INTEGER),
    INT(Value.INTEGER),
    SHORT(Value.INTEGER),
    BYTE(Value.INTEGER),
    NON_NEGATIVE_INTEGER(Value.INTEGER),
    POSITIVE_INTEGER(Value.INTEGER),
    NON_POSITIVE_INTEGER(Value.INTEGER),
    NEGATIVE_INTEGER(Value.INTEGER),
    UNSIGNED_LONG(Value.INTEGER),
    UNSIGNED_INT(Value.INTEGER),
    UNSIGNED_SHORT(Value.INTEGER),
    UNSIGNED_BYTE(Value.INTEGER),

    /** Payload: see {@link Decimals}. */
    DECIMAL(Value.DECIMAL),

    /** Payload: the IEEE 754 bits in the low 32 bits, one NaN ({@link Float#floatToIntBits}). */
    FLOAT(Value.FLOATING),

    /** Payload: the IEEE 754 bits, one NaN ({@link Double#doubleToLongBits}). */
    DOUBLE(Value.FLOATING),

    /** xsd:dateTime with a time zone. Payload: the instant in µs since 1970-01-01T00:00:00Z. */
    DATE_TIME(Value.TEMPORAL),

    /** xsd:dateTime without one. Payload: as if it were UTC. */
    DATE_TIME_LOCAL(Value.TEMPORAL),

    /** xsd:date with a time zone. Payload: the instant at which it begins, in µs since 1970. */
    DATE(Value.TEMPORAL),

    /** xsd:date without one. Payload: its beginning as if in UTC. */
    DATE_LOCAL(Value.TEMPORAL);

    private enum Value {
        NONE,
        BOOLEAN,
        INTEGER,
        DECIMAL,
        FLOATING,
        TEMPORAL
    }

    /** Bits that an {@link #ordinal()} needs. */
    static final int BITS = 5;

    private static final TermKind[] KINDS = values();

    private final Value value;

    TermKind(Value value) {
        this.value = value;
    }

    static TermKind of(int ordinal) {
        return KINDS[ordinal];
    }

    public boolean isLiteral() {
        return this != IRI && this != BLANK_NODE;
    }

    /** Whether there is a payload. */
    public boolean hasValue() {
        return value != Value.NONE;
    }

    /** xsd:integer and what is derived from it: the payload is the number. */
    public boolean isInteger() {
        return value == Value.INTEGER;
    }

    /** Integers, decimals, floats and doubles. */
    public boolean isNumeric() {
        return isInteger() || value == Value.DECIMAL || value == Value.FLOATING;
    }

    /** Dates and dateTimes. */
    public boolean isTemporal() {
        return value == Value.TEMPORAL;
    }

    /** A date or dateTime with a time zone. */
    public boolean isZoned() {
        return this == DATE_TIME || this == DATE;
    }
}
