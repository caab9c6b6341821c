/**
 * Queries. In: parsed queries, windows and stored graphs at one snapshot. Out: rows. Owned by the
 * store agent. A query is answered by operators over tables of ids, with graph explorations at the
 * leaves ({@link org.wukongs.store.algebra.OperatorPlan}). Registered queries that are one
 * exploration and differ in constants only are executed together ({@link
 * org.wukongs.store.query.QueryTemplate}). Limits: {@link
 * org.wukongs.store.explore.ExecutionLimits}.
 */
package org.wukongs.store.query;
