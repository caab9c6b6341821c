/**
 * Conversion between RDF terms and SQL values. In: the algebra of a query, terms as N-Triples
 * strings. Out: column types, and Flink's internal values. Pure; any thread. Limits: {@code BIGINT}
 * and {@code DECIMAL(38, 18)}, which are narrower than XML Schema's types.
 */
package org.wukongs.table.type;
