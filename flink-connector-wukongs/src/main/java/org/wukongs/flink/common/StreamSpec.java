package org.wukongs.flink.common;

import java.io.Serializable;
import java.util.List;
import java.util.Set;
import org.apache.flink.annotation.Internal;
import org.wukongs.stream.Retention;
import org.wukongs.stream.StreamDefinition;

/** Serializable form of a {@link StreamDefinition}, for the job graph. */
@Internal
public record StreamSpec(
        String name,
        long batchIntervalMs,
        String graph,
        List<String> timingPredicates,
        String retention)
        implements Serializable {

    public StreamSpec {
        timingPredicates = List.copyOf(timingPredicates);
    }

    public static StreamSpec of(StreamDefinition stream) {
        List<String> timing = stream.timingPredicates().stream().sorted().toList();
        return new StreamSpec(
                stream.name(),
                stream.batchIntervalMs(),
                stream.graph(),
                timing,
                stream.retention().toString());
    }

    public StreamDefinition definition() {
        return new StreamDefinition(
                name,
                batchIntervalMs,
                graph,
                Set.copyOf(timingPredicates),
                Retention.parse(retention));
    }
}
