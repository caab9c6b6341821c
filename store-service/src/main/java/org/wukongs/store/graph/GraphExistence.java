package org.wukongs.store.graph;

import org.wukongs.error.WukongsException;

/** What a change does to the name of a graph. Its code is on the wire and never changes. */
public enum GraphExistence {
    /** The graph exists afterwards, if only as an empty one. */
    KNOWN(0),
    /** The graph exists as it did before. */
    UNCHANGED(1),
    /** The graph, which has lost all of its triples, does not exist afterwards. */
    FORGOTTEN(2);

    private static final GraphExistence[] ALL = values();

    private final int code;

    GraphExistence(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /** USER error if there is none of this code. */
    public static GraphExistence of(int code) {
        for (GraphExistence existence : ALL) {
            if (existence.code == code) {
                return existence;
            }
        }
        throw WukongsException.user("no such existence of a graph: code=" + code);
    }
}
