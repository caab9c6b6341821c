/**
 * Injection. In: encoded batches in any order within the open ones, and injection plans. Out: the
 * tuples of closed batches in the stream's ring, their timeless triples in the stored graphs, plan
 * by plan. Staging is owned by the store agent, the work of a plan by the injectors (today one, in
 * the agent's duty cycle). Limits: tuples of a stream, staged and kept together; tuples of a plan.
 */
package org.wukongs.store.inject;
