package org.wukongs.store.update;

import java.util.List;
import org.wukongs.store.execution.RequestDataset;

/** A request that was parsed, compiled and encoded. Immutable. */
public final class PreparedUpdate {

    private final List<PreparedOperation> operations;
    private final RequestDataset dataset;
    private final long preparationNs;

    /** {@code preparationNs} is the time that it took to prepare the request. */
    PreparedUpdate(List<PreparedOperation> operations, RequestDataset dataset, long preparationNs) {
        this.operations = operations;
        this.dataset = dataset;
        this.preparationNs = preparationNs;
    }

    /** Returns the time that it took to prepare the request. */
    public long preparationNs() {
        return preparationNs;
    }

    /**
     * Returns whether what it changes depends on what the graphs have. If not, the data of its
     * operations is all: the last mention of a triple counts.
     */
    public boolean readsGraphs() {
        for (PreparedOperation operation : operations) {
            boolean isData =
                    operation instanceof PreparedOperation.Loaded
                            || (operation instanceof PreparedOperation.Change change
                                    && change.where() == null);
            if (!isData) {
                return true;
            }
        }
        return false;
    }

    List<PreparedOperation> operations() {
        return operations;
    }

    /** Returns what the protocol's parameters name in place of USING. */
    RequestDataset dataset() {
        return dataset;
    }
}
