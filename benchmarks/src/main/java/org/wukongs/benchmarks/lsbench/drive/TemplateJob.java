package org.wukongs.benchmarks.lsbench.drive;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.agrona.concurrent.SystemNanoClock;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.QueryGraph;
import org.wukongs.csparql.QueryWindow;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.memory.ReaderEpochs;
import org.wukongs.store.persistentstore.StoredSnapshot;
import org.wukongs.store.query.ExecutionContext;
import org.wukongs.store.query.GraphSet;
import org.wukongs.store.query.MembersView;
import org.wukongs.store.query.QueryTemplate;
import org.wukongs.store.query.TemplateRows;
import org.wukongs.store.server.StoreNode;
import org.wukongs.store.streamindex.WindowView;

/**
 * Some members of a template, executed together at one window end after the other. Run by one
 * thread at a time.
 */
final class TemplateJob implements Callable<TemplateJob>, AutoCloseable {

    private final StoreNode node;
    private final CsparqlQuery query;
    private final QueryTemplate template;
    private final MembersView members;
    private final ReaderEpochs.Reader reader;
    private final SystemNanoClock clock = new SystemNanoClock();
    private GraphSet graphs;
    private TemplateRows rows;
    private long engineNs;

    /** {@code query} is one of the template's, for its windows and graphs. */
    TemplateJob(StoreNode node, CsparqlQuery query, QueryTemplate template, MembersView members) {
        this.node = node;
        this.query = query;
        this.template = template;
        this.members = members;
        this.reader = node.stored().memory().epochs().newReader();
    }

    /** Before {@link #call}, by the feeding thread: what will be read. */
    void at(long windowEndMs) {
        graphs = new GraphSet();
        for (QueryWindow window : query.windows()) {
            WindowView view =
                    node.window(window.stream(), windowEndMs - window.rangeMs(), windowEndMs);
            graphs.addWindow(view);
            graphs.add(window.iri(), view);
            graphs.addToDefault(view);
        }
    }

    @Override
    public TemplateJob call() {
        long startNs = clock.nanoTime();
        long sn = reader.enter();
        try {
            addStored(node.stored().at(sn));
            ExecutionContext context =
                    new ExecutionContext(
                            graphs, node.dictionary(), ExecutionLimits.DEFAULT, clock, startNs);
            context.budget().readSnapshotOf(reader);
            rows = template.execute(context, members);
            engineNs = context.elapsedNs();
            return this;
        } finally {
            reader.leave();
        }
    }

    private void addStored(StoredSnapshot stored) {
        for (QueryGraph graph : query.graphs()) {
            graphs.add(graph.iri(), stored.graph(graph.graph()));
            graphs.addToDefault(stored.graph(graph.graph()));
        }
        query.graphAliases().forEach((iri, name) -> graphs.add(iri, stored.graph(name)));
    }

    int rowCount(int member) {
        return rows.size(member);
    }

    /** As strings, whichever of the member's queries asks. */
    ContinuousLoad.Rows rows(int member) {
        return asked -> strings(member);
    }

    private List<String[]> strings(int member) {
        BindingTable table = rows.rows(member);
        List<String[]> strings = new ArrayList<>(table.size());
        for (int row = 0; row < table.size(); row++) {
            String[] line = new String[table.columnCount()];
            for (int i = 0; i < line.length; i++) {
                line[i] = node.dictionary().vertex(table.get(i, row));
            }
            strings.add(line);
        }
        return strings;
    }

    long engineNs() {
        return engineNs;
    }

    @Override
    public void close() {
        reader.close();
    }
}
