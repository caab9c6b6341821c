package org.wukongs.table.mapping;

/**
 * How a row gives a term (R2RML, section 7).
 *
 * @param datatype IRI of a literal's datatype, null for that of the column
 * @param language of a literal, null for none
 */
record TermMap(Source source, TermKind kind, String datatype, String language, Place place) {

    /** What a term is made from. */
    sealed interface Source permits Constant, ColumnValue, Template {}

    /** The same term for all rows, in N-Triples. */
    record Constant(String term) implements Source {}

    /** The value of a column. */
    record ColumnValue(String column) implements Source {}

    /** The term map of a term in N-Triples. */
    static TermMap constant(String term, Place place) {
        return new TermMap(new Constant(term), TermKind.IRI, null, null, place);
    }
}
