package org.wukongs.store.result;

/** The form of a number in Turtle (section 6.5, INTEGER, DECIMAL and DOUBLE). */
enum NumberForm {
    NONE,
    INTEGER,
    DECIMAL,
    DOUBLE;

    static NumberForm of(byte[] text, int from, int to) {
        int at = from < to && (text[from] == '+' || text[from] == '-') ? from + 1 : from;
        int point = digits(text, at, to);
        int before = point - at;
        boolean hasPoint = point < to && text[point] == '.';
        int end = hasPoint ? digits(text, point + 1, to) : point;
        int after = hasPoint ? end - point - 1 : 0;
        if (end == to) {
            boolean isDecimal = hasPoint && after > 0;
            return isDecimal ? DECIMAL : !hasPoint && before > 0 ? INTEGER : NONE;
        }
        boolean hasExponent = text[end] == 'e' || text[end] == 'E';
        return hasExponent && before + after > 0 && isExponent(text, end + 1, to) ? DOUBLE : NONE;
    }

    private static boolean isExponent(byte[] text, int from, int to) {
        int at = from < to && (text[from] == '+' || text[from] == '-') ? from + 1 : from;
        return at < to && digits(text, at, to) == to;
    }

    private static int digits(byte[] text, int from, int to) {
        int at = from;
        while (at < to && text[at] >= '0' && text[at] <= '9') {
            at++;
        }
        return at;
    }
}
