package org.wukongs.store.dictionary;

/**
 * Parses lexical forms of an integer type (XML Schema 1.1 part 2, 3.4.13): a sign and digits.
 *
 * @param min least value of the type that fits a payload
 * @param max greatest value of the type that fits a payload
 */
record IntegerForms(TermKind kind, long min, long max) {

    static IntegerForms of(TermKind kind) {
        return new IntegerForms(kind, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    static IntegerForms signed(TermKind kind, int bits) {
        return new IntegerForms(kind, -(1L << (bits - 1)), (1L << (bits - 1)) - 1);
    }

    static IntegerForms unsigned(TermKind kind, int bits) {
        return new IntegerForms(kind, 0, (1L << bits) - 1);
    }

    TermValue parse(byte[] utf8, int from, int to) {
        boolean negative = from < to && utf8[from] == '-';
        int at = negative || (from < to && utf8[from] == '+') ? from + 1 : from;
        if (at == to) {
            return TermValue.OTHER_LITERAL;
        }
        // Accumulates negative numbers, whose range is larger by one.
        long value = 0;
        for (; at < to; at++) {
            int digit = utf8[at] - '0';
            if (digit < 0 || digit > 9 || value < (Long.MIN_VALUE + digit) / 10) {
                return TermValue.OTHER_LITERAL;
            }
            value = value * 10 - digit;
        }
        if (!negative && value == Long.MIN_VALUE) {
            return TermValue.OTHER_LITERAL;
        }
        value = negative ? value : -value;
        return value < min || value > max ? TermValue.OTHER_LITERAL : TermValue.of(kind, value);
    }
}
