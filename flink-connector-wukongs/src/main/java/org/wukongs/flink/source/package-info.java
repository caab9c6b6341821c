/**
 * A query's windows → Flink records. In: C-SPARQL texts or names of registered queries. Out: one
 * record per execution, in order of window end, with event time window end − 1 ms and the watermark
 * that belongs to it. The enumerator (job manager) registers and assigns; a reader's fetch thread
 * owns the store clients; the task thread emits and checkpoints. Limits: windows per request, wait
 * per request, requests handed over but not emitted (Flink's element queue).
 */
package org.wukongs.flink.source;
