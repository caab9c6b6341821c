package org.wukongs.store.dictionary;

import java.time.YearMonth;

/**
 * Parses a lexical form of xsd:dateTime or xsd:date, {@code yyyy-mm-dd(Thh:mm:ss(.s+)?)?(zone)?}.
 * One object reads one form.
 *
 * <p>These have no payload: years before 1 (XML Schema 1.0 and 1.1 disagree on them) and after
 * 99,999, 24:00:00, and fractions finer than a microsecond.
 */
final class DateTimeForms {

    private static final long US_PER_SECOND = 1_000_000;
    private static final long US_PER_MINUTE = 60 * US_PER_SECOND;
    private static final long US_PER_HOUR = 60 * US_PER_MINUTE;
    private static final long US_PER_DAY = 24 * US_PER_HOUR;
    private static final int FRACTION_DIGITS = 6;
    private static final int YEAR_DIGITS_MIN = 4;
    private static final int YEAR_DIGITS_MAX = 5;

    private final byte[] utf8;
    private final int to;
    private int at;
    // Once false it stays false, and everything read after that is void.
    private boolean valid = true;

    DateTimeForms(byte[] utf8, int from, int to) {
        this.utf8 = utf8;
        this.at = from;
        this.to = to;
    }

    TermValue dateTime() {
        long local = day() * US_PER_DAY;
        expect('T');
        local += number(2, 0, 23) * US_PER_HOUR;
        expect(':');
        local += number(2, 0, 59) * US_PER_MINUTE;
        expect(':');
        local += number(2, 0, 59) * US_PER_SECOND;
        local += fraction();
        return zoned(local, TermKind.DATE_TIME, TermKind.DATE_TIME_LOCAL);
    }

    TermValue date() {
        return zoned(day() * US_PER_DAY, TermKind.DATE, TermKind.DATE_LOCAL);
    }

    private TermValue zoned(long localUs, TermKind zoned, TermKind local) {
        if (at == to) {
            return valid ? TermValue.of(local, localUs) : TermValue.OTHER_LITERAL;
        }
        int zoneMinutes = zone();
        valid &= at == to;
        return valid
                ? new TermValue(zoned, localUs - zoneMinutes * US_PER_MINUTE, zoneMinutes)
                : TermValue.OTHER_LITERAL;
    }

    /** Reads a date; returns days since 1970. */
    private long day() {
        int yearStart = at;
        while (at < to && isDigit(utf8[at])) {
            at++;
        }
        int digits = at - yearStart;
        at = yearStart;
        valid &= digits >= YEAR_DIGITS_MIN && digits <= YEAR_DIGITS_MAX;
        // More than four digits must not start with a zero.
        valid &= digits == YEAR_DIGITS_MIN || (valid && utf8[yearStart] != '0');
        int year = number(digits, 1, 99_999);
        expect('-');
        int month = number(2, 1, 12);
        expect('-');
        int day = number(2, 1, 31);
        if (!valid || day > YearMonth.of(year, month).lengthOfMonth()) {
            valid = false;
            return 0;
        }
        return YearMonth.of(year, month).atDay(day).toEpochDay();
    }

    /** Reads {@code (. digits+)?}; returns microseconds. */
    private long fraction() {
        if (at == to || utf8[at] != '.') {
            return 0;
        }
        at++;
        int start = at;
        long us = 0;
        for (; at < to && isDigit(utf8[at]); at++) {
            int digit = utf8[at] - '0';
            if (at - start < FRACTION_DIGITS) {
                us = us * 10 + digit;
            } else {
                valid &= digit == 0;
            }
        }
        valid &= at > start;
        for (int digits = at - start; digits < FRACTION_DIGITS; digits++) {
            us *= 10;
        }
        return us;
    }

    /** Reads {@code Z} or {@code [+-]hh:mm}, at most 14 hours; returns minutes. */
    private int zone() {
        byte sign = utf8[at++];
        if (sign == 'Z') {
            return 0;
        }
        valid &= sign == '+' || sign == '-';
        int minutes = number(2, 0, 14) * 60;
        expect(':');
        minutes += number(2, 0, 59);
        valid &= minutes <= TermValue.ZONE_MINUTES_MAX;
        return sign == '-' ? -minutes : minutes;
    }

    private void expect(char c) {
        valid &= at < to && utf8[at] == c;
        at++;
    }

    /** Reads the next {@code digits} digits as a number in min..max. */
    private int number(int digits, int min, int max) {
        int value = 0;
        for (int end = at + digits; at < end; at++) {
            valid &= at < to && isDigit(utf8[at]);
            value = valid ? value * 10 + utf8[at] - '0' : 0;
        }
        valid &= value >= min && value <= max;
        return value;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }
}
