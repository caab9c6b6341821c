/**
 * Templates of queries that differ in constants only and are executed together. In: registered
 * queries. Out: for each window end the rows of each member ({@link
 * org.wukongs.store.template.QueryTemplate}). The thread that registers queries changes templates;
 * any thread executes them. Limits: patterns and columns of one plan; members by the heap for
 * queries.
 */
package org.wukongs.store.template;
