package org.wukongs.flink.source;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.annotation.Internal;
import org.wukongs.client.StoreClient;
import org.wukongs.error.WukongsException;
import org.wukongs.flink.common.StoreConnector;
import org.wukongs.flink.common.StreamSpec;

/**
 * What a source registers before it reads: streams, then query texts; queries given by name must be
 * there.
 */
@Internal
record QueryRegistration(List<StreamSpec> streams, List<String> texts, List<String> names)
        implements Serializable {

    /** Returns the names of all queries, texts first. Blocks; a repetition changes nothing. */
    List<String> register(StoreConnector store) {
        List<String> queries = new ArrayList<>();
        try (StoreClient client = store.connect()) {
            for (StreamSpec stream : streams) {
                client.registerStream(stream.definition());
            }
            for (String text : texts) {
                add(queries, client.registerQuery(text).name());
            }
            for (String name : names) {
                add(queries, client.describeQuery(name).name());
            }
        }
        return queries;
    }

    private static void add(List<String> queries, String name) {
        if (queries.contains(name)) {
            throw WukongsException.user("a query is given twice to one source: query=" + name);
        }
        queries.add(name);
    }
}
