package org.wukongs.store.update;

import java.util.List;
import org.wukongs.store.execution.RequestDataset;

/** A request that was parsed, compiled and encoded. Immutable; executed once. */
public final class PreparedUpdate {

    private final List<PreparedOperation> operations;
    private final RequestDataset dataset;

    PreparedUpdate(List<PreparedOperation> operations, RequestDataset dataset) {
        this.operations = operations;
        this.dataset = dataset;
    }

    List<PreparedOperation> operations() {
        return operations;
    }

    /** Returns what the protocol's parameters name in place of USING. */
    RequestDataset dataset() {
        return dataset;
    }
}
