/**
 * Tables of Flink SQL over the store. In: {@code WITH} options of tables. Out: table sources and
 * sinks, checked. Called by Flink's planner, in the client; nothing here talks to a store. Limits:
 * none of its own.
 */
package org.wukongs.table;
