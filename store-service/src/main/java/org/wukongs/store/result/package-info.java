/**
 * Results as bytes. In: rows whose cells are N-Triples texts in UTF-8, as the dictionary has them.
 * Out: JSON, XML, CSV, TSV or N-Triples, in blocks to a stream; no cell becomes a string. One
 * thread a result, the one that sends it. Limit: a block grows beyond 64 KiB only for a term that
 * is longer.
 */
package org.wukongs.store.result;
