package org.wukongs.store.cli;

import java.util.List;
import java.util.function.Supplier;
import org.wukongs.client.OneShotResult;
import org.wukongs.csparql.ResultForm;
import org.wukongs.store.plan.OneShotRows;
import org.wukongs.store.value.RowCells;

/**
 * The result of a query of this process or of a running store.
 *
 * @param vars the columns: subject, predicate, object for a graph; none for ASK
 * @param size number of rows; for ASK, 1 means true
 * @param cells returns the cells of the rows, each time from the first on
 * @param release gives back what the result holds
 */
record QueryAnswer(
        ResultForm form,
        List<String> vars,
        int size,
        long engineNs,
        Supplier<RowCells> cells,
        Runnable release)
        implements AutoCloseable {

    /** Executes queries. */
    interface Engine {
        QueryAnswer answer(String sparql);

        /** Executes a query and returns its plan, with rows and time of each step, as text. */
        String explain(String sparql);
    }

    static QueryAnswer of(OneShotRows result) {
        return new QueryAnswer(
                result.form(),
                result.vars(),
                result.size(),
                result.engineNs(),
                result::cells,
                result::close);
    }

    static QueryAnswer of(OneShotResult result) {
        return new QueryAnswer(
                result.form(),
                result.vars(),
                result.rows().size(),
                result.engineNs(),
                () -> RowCells.of(result.rows()),
                () -> {});
    }

    @Override
    public void close() {
        release.run();
    }
}
