package org.wukongs.store.load;

import org.eclipse.rdf4j.model.Statement;

/** Statements that one thread has parsed and another may encode. */
record StatementChunk(SourceFile file, Statement[] statements, int length) {

    /** Some milliseconds of encoding, so that the cost of handing a chunk over is negligible. */
    static final int LENGTH_MAX = 4096;
}
