/**
 * Parser of C-SPARQL texts to {@link org.wukongs.csparql.CsparqlQuery}. In: text and the catalog of
 * registered names. Out: windows, stored graphs and SPARQL algebra, or an error with line and
 * column. Pure; any thread. Limits: text length ({@link
 * org.wukongs.csparql.CsparqlParser#TEXT_CHARS_MAX}), nesting (100 brackets), durations (10,000
 * years).
 *
 * <p>{@code CsparqlLexer} → {@code HeaderParser} (registration, dataset) → {@code DatasetResolver},
 * {@code GraphNames} (names) → {@code BodyRewriter}, {@code SparqlText} (SPARQL 1.1 text with an
 * offset map) → RDF4J, {@code SparqlErrors}.
 */
package org.wukongs.csparql;
