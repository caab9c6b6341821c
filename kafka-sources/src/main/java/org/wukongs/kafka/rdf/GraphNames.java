package org.wukongs.kafka.rdf;

import org.apache.flink.annotation.Internal;

/** How a reader of triples handles the graph names of quads. */
@Internal
public enum GraphNames {
    /** A record with a named graph is bad. */
    REJECT,
    /** The triple is taken without the name. */
    DROP,
    /** Triple and name are taken. */
    KEEP
}
