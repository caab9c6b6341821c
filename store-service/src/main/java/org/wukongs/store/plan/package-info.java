/**
 * Compilation of queries, and one-shot execution. In: parsed queries. Out: a {@link
 * org.wukongs.store.plan.CompiledQuery}, which any thread can execute, and rows of one-shot
 * queries. A query is a tree of operators over tables of ids with graph explorations at the leaves
 * ({@link org.wukongs.store.algebra.OperatorPlan}); queries that differ only in constants share a
 * plan. Limit: {@link org.wukongs.store.plan.PlanTemplates}.
 */
package org.wukongs.store.plan;
