package org.wukongs.kafka.rdf;

import org.apache.flink.annotation.Internal;

/** What becomes of a quad's graph name where a stream of triples is read. */
@Internal
public enum GraphNames {
    /** A named graph makes its record a bad one. */
    REJECT,
    /** The triple is taken, the name is not. */
    DROP,
    /** Both are handed on. */
    KEEP
}
