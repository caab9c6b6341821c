/**
 * Queries as plans. In: parsed queries. Out: a {@link org.wukongs.store.plan.CompiledQuery}, which
 * any thread executes, and rows of one-shot queries. A query is a tree of operators over tables of
 * ids with graph explorations at the leaves ({@link org.wukongs.store.algebra.OperatorPlan});
 * queries that differ in constants only share a plan. Limit: {@link
 * org.wukongs.store.plan.PlanTemplates}.
 */
package org.wukongs.store.plan;
