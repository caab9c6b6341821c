package org.wukongs.store.load;

import org.eclipse.rdf4j.model.Statement;

/** Statements that one thread parsed and another may encode. */
record StatementChunk(SourceFile file, Statement[] statements, int length) {

    /** Some milliseconds of encoding: enough that handing it over costs nothing beside it. */
    static final int LENGTH_MAX = 4096;
}
