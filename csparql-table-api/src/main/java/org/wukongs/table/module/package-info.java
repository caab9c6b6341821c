/**
 * Functions of Flink SQL over a store. In: {@code LOAD MODULE wukongs WITH ('store' = …)} and
 * calls. Out: rows of one-shot queries, columns inferred from the literal text. Planned in the
 * client, run by the subtasks that call them. Limits: connections of a subtask.
 */
package org.wukongs.table.module;
