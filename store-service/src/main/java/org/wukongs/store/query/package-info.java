/**
 * Queries. In: parsed queries, windows and stored graphs at one snapshot. Out: rows. Owned by the
 * store agent. A basic graph pattern with filters is answered by graph exploration, all others by
 * operators over tables of ids ({@link org.wukongs.store.query.QueryEngine}). Registered queries
 * that differ in constants only are executed together ({@link
 * org.wukongs.store.query.QueryTemplate}). Limits: {@link
 * org.wukongs.store.explore.ExecutionLimits}.
 */
package org.wukongs.store.query;
