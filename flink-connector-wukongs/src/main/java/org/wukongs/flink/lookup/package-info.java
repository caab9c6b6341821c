/**
 * One-shot queries for elements on their way: AsyncDataStream, lookup joins and the function
 * SPARQL. In: a SPARQL text with parameters and their terms. Out: rows, from a cache or a store.
 * The task thread asks; some threads with a connection each take what waits, as one batched text
 * where the query allows it. Limits: elements under way (those of Flink's operator), connections,
 * lookups in one request, time for which a failed request is tried again, rows in the cache.
 */
package org.wukongs.flink.lookup;
