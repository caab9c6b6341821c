package org.wukongs.client;

import java.util.ArrayList;
import java.util.List;

/** Collects all rows of a one-shot result. */
final class CollectedRows implements RowReader {

    private final List<String[]> rows = new ArrayList<>();
    private OneShotHead head;

    @Override
    public void begin(OneShotHead begun) {
        head = begun;
    }

    @Override
    public void row(String[] row) {
        rows.add(row);
    }

    OneShotResult result() {
        return new OneShotResult(head.snapshot(), head.form(), head.vars(), rows, head.engineNs());
    }
}
