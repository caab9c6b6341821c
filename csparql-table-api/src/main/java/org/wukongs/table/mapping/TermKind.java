package org.wukongs.table.mapping;

/** What kind of term a term map gives. */
enum TermKind {
    IRI,
    BLANK_NODE,
    LITERAL
}
