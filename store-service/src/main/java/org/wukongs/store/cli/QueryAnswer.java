package org.wukongs.store.cli;

import java.util.List;
import java.util.function.IntFunction;
import org.wukongs.client.OneShotResult;
import org.wukongs.csparql.ResultForm;
import org.wukongs.store.plan.OneShotRows;

/**
 * The result of a query of this process or of a running store.
 *
 * @param vars the columns: subject, predicate, object for a graph; none for ASK
 * @param size number of rows; for ASK, 1 means true
 * @param rows returns a row as N-Triples strings, null for unbound
 * @param release gives back what the result holds
 */
record QueryAnswer(
        ResultForm form,
        List<String> vars,
        int size,
        long engineNs,
        IntFunction<String[]> rows,
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
                result::row,
                result::close);
    }

    static QueryAnswer of(OneShotResult result) {
        return new QueryAnswer(
                result.form(),
                result.vars(),
                result.rows().size(),
                result.engineNs(),
                result.rows()::get,
                () -> {});
    }

    String[] row(int index) {
        return rows.apply(index);
    }

    @Override
    public void close() {
        release.run();
    }
}
