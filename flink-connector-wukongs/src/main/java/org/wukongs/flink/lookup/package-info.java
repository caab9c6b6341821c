/**
 * One-shot queries for the elements of a Flink stream: AsyncDataStream, lookup joins and the
 * function SPARQL. In: a SPARQL text with parameters and their terms. Out: rows, from a cache or a
 * store. The task thread asks; some threads with a connection each take pending lookups, as one
 * batched text if the query allows it. Limits: elements under way (those of Flink's operator),
 * connections, lookups in one request, time for which a failed request is retried, rows in the
 * cache.
 */
package org.wukongs.flink.lookup;
