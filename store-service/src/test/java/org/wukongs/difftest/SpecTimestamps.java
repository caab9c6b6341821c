package org.wukongs.difftest;

import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Value;

/** timestamp(), which only a continuous query may call. */
interface SpecTimestamps {

    String FUNCTION = "timestamp";

    SpecTimestamps NONE =
            (args, solution) -> {
                throw new IllegalStateException("timestamp() without windows");
            };

    /** The event time of a solution in ms; a SpecError where no window has a match. */
    Value newest(List<Node> args, Map<String, Value> solution);
}
