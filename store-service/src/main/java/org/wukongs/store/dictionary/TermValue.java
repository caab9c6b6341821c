package org.wukongs.store.dictionary;

/**
 * The kind and value that a term's text has.
 *
 * @param payload the value as its kind defines, 0 for kinds without a value
 * @param zoneMinutes offset of a zoned date or dateTime from UTC, -840..840
 */
record TermValue(TermKind kind, long payload, int zoneMinutes) {

    static final int ZONE_MINUTES_MAX = 14 * 60;

    static final TermValue IRI = of(TermKind.IRI, 0);
    static final TermValue BLANK_NODE = of(TermKind.BLANK_NODE, 0);
    static final TermValue STRING = of(TermKind.STRING, 0);
    static final TermValue LANG_STRING = of(TermKind.LANG_STRING, 0);
    static final TermValue OTHER_LITERAL = of(TermKind.OTHER_LITERAL, 0);

    static TermValue of(TermKind kind, long payload) {
        return new TermValue(kind, payload, 0);
    }
}
