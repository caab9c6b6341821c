package org.wukongs.benchmarks.lsbench.drive;

import java.util.List;
import java.util.stream.IntStream;
import org.wukongs.client.WindowResult;

/** Of one query that was executed alone. */
record WindowAnswer(int query, WindowResult result) implements ContinuousLoad.Answer {

    @Override
    public int queryCount() {
        return 1;
    }

    @Override
    public IntStream queries() {
        return IntStream.of(query);
    }

    @Override
    public long engineNs() {
        return result.engineNs();
    }

    @Override
    public int rowCount() {
        return result.rows().size();
    }

    @Override
    public List<String[]> rows() {
        return result.rows();
    }
}
