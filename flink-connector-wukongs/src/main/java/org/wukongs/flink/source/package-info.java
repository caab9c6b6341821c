/**
 * The source, which emits windows of queries as Flink records. In: C-SPARQL texts, names of
 * registered queries or of templates. Out: one record for each execution, in order of window end,
 * with event time window end − 1 ms and the matching watermark; of a template's queries only those
 * that have rows. The enumerator (job manager) registers queries and assigns splits, each a query
 * or a template in its store node; a reader's fetch thread owns the store clients and the split
 * cursors; the task thread emits and checkpoints. Limits: window ends in a request, wait of a
 * request, answers handed over but not emitted (Flink's element queue), names of a template's
 * queries (heap).
 */
package org.wukongs.flink.source;
