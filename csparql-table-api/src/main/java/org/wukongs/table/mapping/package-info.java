/**
 * Mappings of rows to triples, a subset of R2RML. In: a mapping's Turtle text or table options, and
 * the columns of a table; then rows. Out: triples as N-Triples terms, added or removed. Read in the
 * client that plans a statement, applied by sink subtasks. Limits: {@link
 * org.wukongs.table.mapping.MappingLimits}.
 */
package org.wukongs.table.mapping;
