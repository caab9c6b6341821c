package org.wukongs.csparql;

import java.util.Optional;
import java.util.Set;
import org.wukongs.stream.StreamDefinition;

/**
 * The names a query may use: the streams and graphs of a store. Names are IRIs without brackets or
 * bare words.
 */
public interface Catalog {

    /** All registered streams' names. */
    Set<String> streamNames();

    /** The stream registered under exactly this name. */
    Optional<StreamDefinition> stream(String name);

    /** Names of all stored named graphs, without the default graph STORED, which always exists. */
    Set<String> graphNames();
}
