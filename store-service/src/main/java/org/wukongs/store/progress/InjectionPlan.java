package org.wukongs.store.progress;

import java.util.List;
import java.util.Map;
import org.wukongs.store.stream.StagedTuples;

/**
 * One entry of the SN–VTS mapping (Wukong+S, SOSP'17, section 4.3) with its data: after its
 * publication the store has every stream up to {@code vts}. Immutable.
 *
 * @param vts for each stream the newest included batch, {@code Long.MIN_VALUE} for none; a batch
 *     without tuples counts too
 * @param parts the data, by stream
 */
public record InjectionPlan(Map<String, Long> vts, List<StagedTuples> parts) {

    public InjectionPlan {
        vts = Map.copyOf(vts);
        parts = List.copyOf(parts);
    }
}
