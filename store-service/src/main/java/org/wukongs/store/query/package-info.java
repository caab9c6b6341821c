/**
 * Queries. In: parsed queries, windows and stored graphs at one snapshot. Out: rows. Owned by the
 * store agent. A basic graph pattern with filters is answered by graph exploration, everything else
 * by RDF4J's evaluation over the same views. Limits: rows of a binding table and time per
 * execution, {@link org.wukongs.store.explore.ExecutionLimits}.
 */
package org.wukongs.store.query;
