package org.wukongs.stream;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.id.StringServer;

/**
 * Encodes batches into ids, by a bulk call for vertices and one for predicates. Not thread-safe.
 */
public final class TupleEncoder {

    private final StringServer strings;

    public TupleEncoder(StringServer strings) {
        this.strings = strings;
    }

    public EncodedBatch encode(TupleBatch batch) {
        List<Tuple> tuples = batch.tuples();
        int count = tuples.size();
        long[] eventTimesMs = new long[count];
        List<String> vertices = new ArrayList<>(2 * count);
        List<String> predicates = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Tuple tuple = tuples.get(i);
            eventTimesMs[i] = tuple.eventTimeMs();
            vertices.add(tuple.subject());
            vertices.add(tuple.object());
            predicates.add(tuple.predicate());
        }
        long[] vids = strings.vertexIds(vertices);
        long[] subjects = new long[count];
        long[] objects = new long[count];
        for (int i = 0; i < count; i++) {
            subjects[i] = vids[2 * i];
            objects[i] = vids[2 * i + 1];
        }
        long[] pids = strings.predicateIds(predicates);
        for (int i = 0; i < count; i++) {
            pids[i] |= tuples.get(i).removal() ? EncodedBatch.REMOVAL : 0;
        }
        return new EncodedBatch(batch.batch(), batch.late(), eventTimesMs, subjects, pids, objects);
    }
}
