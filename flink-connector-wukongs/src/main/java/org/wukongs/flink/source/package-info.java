/**
 * Windows of queries → Flink records. In: C-SPARQL texts, names of registered queries or of
 * templates. Out: one record per execution, in order of window end, with event time window end − 1
 * ms and the watermark that belongs to it; of a template's queries only those that have rows. The
 * enumerator (job manager) registers and assigns splits, a query or a template in its store node
 * each; a reader's fetch thread owns the store clients and the split cursors; the task thread emits
 * and checkpoints. Limits: window ends per request, wait per request, requests handed over but not
 * emitted (Flink's element queue), names of a template's queries (heap).
 */
package org.wukongs.flink.source;
