/**
 * A generator of LSBench-like data: a social network as the stored graph and five streams of its
 * activity (Wukong+S, SOSP'17, section 6.1). In: {@link org.wukongs.kafka.lsbench.LsbenchConfig}.
 * Out: N-Triples statements, {@link org.wukongs.stream.Tuple}s and C-SPARQL texts. Pure and
 * deterministic by seed: each iterator belongs to one thread, the generator itself may be shared.
 * Limits: {@code LsbenchConfig.USERS_MAX} and {@code RATE_MAX}.
 */
package org.wukongs.kafka.lsbench;
