/**
 * The source of a stored graph's changes. In: a graph of the store. Out: a record for each of its
 * triples and then for each that a snapshot adds or removes, as a decoder makes it. There is one
 * split, whose position the task thread checkpoints; the reader's fetch thread owns the store
 * client and tells the store what completed checkpoints cover. Limits: changes of a request, wait
 * of a request, answers handed over but not emitted (Flink's element queue).
 */
package org.wukongs.flink.changelog;
