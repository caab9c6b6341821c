package org.wukongs.store.server;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.wukongs.store.metadata.ClusterState;
import org.wukongs.store.metadata.MetadataListener;
import org.wukongs.store.metadata.MetadataRecord;
import org.wukongs.store.metadata.Proposal;

/**
 * Which node of a cluster has a query, or the queries of a template, for any thread. Follows the
 * metadata log in the thread that reads it; a copy of each state would take as long as the cluster
 * has queries.
 */
final class QueryHomes implements MetadataListener {

    private final Map<String, Integer> queries = new ConcurrentHashMap<>();
    private final Map<String, Integer> templates = new ConcurrentHashMap<>();
    private final Map<String, String> templatesOfQueries = new ConcurrentHashMap<>();

    @Override
    public void applied(long position, MetadataRecord record, ClusterState state) {
        if (record.proposal() instanceof Proposal.NameQuery named) {
            follow(named.name(), state);
        } else if (record.proposal() instanceof Proposal.MoveHomes) {
            begin(state);
        }
    }

    /** Learns all queries of a state that was not read from the log. */
    void begin(ClusterState state) {
        state.queryNames().forEach(name -> follow(name, state));
    }

    private void follow(String name, ClusterState state) {
        String before = templatesOfQueries.remove(name);
        if (before != null && !state.hasTemplate(before)) {
            templates.remove(before);
        }
        String template = state.queryTemplate(name);
        if (template == null) {
            queries.remove(name);
            return;
        }
        int node = state.queryNode(name);
        if (!template.isEmpty()) {
            templatesOfQueries.put(name, template);
            templates.put(template, node);
        }
        queries.put(name, node);
    }

    /** Returns the number of the node with a query, null if there is no query of that name. */
    Integer ofQuery(String name) {
        return queries.get(name);
    }

    /** Returns the template of a query, empty if it has none or there is no query of that name. */
    String templateOf(String name) {
        return templatesOfQueries.getOrDefault(name, "");
    }

    /** Returns the number of the node with a template's queries, null if there are none. */
    Integer ofTemplate(String template) {
        return templates.get(template);
    }
}
