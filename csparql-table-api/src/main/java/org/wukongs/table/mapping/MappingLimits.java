package org.wukongs.table.mapping;

/** Bounds of a mapping. */
final class MappingLimits {

    /** Some 5,000 term maps; a job carries a mapping in its graph. */
    static final int TEXT_BYTES_MAX = 1 << 20;

    /** Brackets within brackets: a mapping needs three, the parser is recursive. */
    static final int NESTING_MAX = 32;

    /** Triples of a row: the tables with the most columns have some 1,000. */
    static final int TRIPLES_PER_ROW_MAX = 1 << 12;

    private MappingLimits() {}
}
