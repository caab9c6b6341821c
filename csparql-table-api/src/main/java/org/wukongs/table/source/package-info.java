/**
 * Table sources for windows of continuous queries and for stored graphs. In: a table with the
 * option {@code query} or {@code graph}. Out: rows. Planned in the client, run by source and lookup
 * subtasks. Limits: those of the store's answers.
 */
package org.wukongs.table.source;
