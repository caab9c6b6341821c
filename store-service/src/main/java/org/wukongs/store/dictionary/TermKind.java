package org.wukongs.store.dictionary;

/**
 * The kind of a term, as far as expressions need it without the text.
 *
 * <p>For a kind with a value, {@link LiteralValues#payload} is the exact value. A literal that is
 * ill-formed, has another datatype, or whose value does not fit is an {@link #OTHER_LITERAL}: its
 * value has to be read from the text.
 */
public enum TermKind {
    IRI(Value.NONE),
    BLANK_NODE(Value.NONE),

    /** Plain literal, xsd:string. */
    STRING(Value.NONE),

    /** Literal with a language tag. */
    LANG_STRING(Value.NONE),

    /** A literal of another datatype, ill-formed, or with a value that does not fit a payload. */
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

    /** xsd:dateTime without a time zone. Payload: as if it were UTC. */
    DATE_TIME_LOCAL(Value.TEMPORAL),

    /** xsd:date with a time zone. Payload: the instant of its start, in µs since 1970. */
    DATE(Value.TEMPORAL),

    /** xsd:date without a time zone. Payload: its start as if in UTC. */
    DATE_LOCAL(Value.TEMPORAL);

    private enum Value {
        NONE,
        BOOLEAN,
        INTEGER,
        DECIMAL,
        FLOATING,
        TEMPORAL
    }

    /** Number of bits of a {@link #code}. */
    static final int BITS = 5;

    private static final TermKind[] KINDS = values();

    private final Value value;

    TermKind(Value value) {
        this.value = value;
    }

    /** Returns the kind in {@link #BITS} bits. Used only in memory, never in files. */
    @SuppressWarnings("EnumOrdinal")
    int code() {
        return ordinal();
    }

    static TermKind of(int code) {
        return KINDS[code];
    }

    public boolean isLiteral() {
        return this != IRI && this != BLANK_NODE;
    }

    /** Returns true if terms of this kind have a payload. */
    public boolean hasValue() {
        return value != Value.NONE;
    }

    /** Returns true for xsd:integer and derived types, whose payload is the number. */
    public boolean isInteger() {
        return value == Value.INTEGER;
    }

    /** Returns true for integers, decimals, floats and doubles. */
    public boolean isNumeric() {
        return isInteger() || value == Value.DECIMAL || value == Value.FLOATING;
    }

    /** Returns true for dates and dateTimes. */
    public boolean isTemporal() {
        return value == Value.TEMPORAL;
    }

    /** Returns true for a date or dateTime with a time zone. */
    public boolean isZoned() {
        return this == DATE_TIME || this == DATE;
    }
}
