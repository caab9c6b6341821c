package org.wukongs.store.server;

import org.wukongs.client.HomeSubject;
import org.wukongs.client.QueryDescription;
import org.wukongs.error.ElsewhereException;
import org.wukongs.error.WukongsException;
import org.wukongs.store.continuous.QueryRegistration;
import org.wukongs.store.node.QueryRegistrar;
import org.wukongs.stream.StreamDefinition;

/**
 * Registers continuous queries and ends them. In a cluster the name of a query is that of one query
 * at all nodes, and that of a stream if it derives one: a query is registered here, then the
 * cluster is asked for its names, and if one is taken, the query ends again. Any thread.
 */
final class Registrations {

    private final QueryRegistrar registrar;
    private final AgentCalls agent;
    private final ClusterNode cluster; // null for a node of its own

    Registrations(QueryRegistrar registrar, AgentCalls agent, ClusterNode cluster) {
        this.registrar = registrar;
        this.agent = agent;
        this.cluster = cluster;
    }

    /**
     * As {@link QueryRegistrar#register}.
     *
     * @throws ElsewhereException if another node has the streams of the query
     */
    QueryRegistration register(String text) {
        return cluster == null
                ? registrar.register(text)
                : cluster.whileHomesStay(
                        () -> {
                            QueryRegistration registered = registrar.register(text);
                            takeNames(registered);
                            return registered;
                        });
    }

    /** As {@link QueryRegistrar#check}. */
    QueryDescription check(String text) {
        return registrar.check(text);
    }

    private void takeNames(QueryRegistration registered) {
        QueryDescription query = registered.query();
        boolean taken = false;
        try {
            cluster.takeQuery(query);
            agent.read(store -> store.derivedStream(query.name())).ifPresent(this::takeStream);
            taken = true;
        } finally {
            if (!taken && registered.created()) {
                end(query.name());
            }
        }
    }

    /** Not an {@link ElsewhereException}: the node with that stream does not have the query's. */
    private void takeStream(StreamDefinition derived) {
        try {
            cluster.takeName(derived);
        } catch (ElsewhereException e) {
            throw WukongsException.user(
                    "another node has a stream of this name: stream="
                            + derived.name()
                            + " node="
                            + e.node());
        }
    }

    /** Ends a query that this node has, if there is one; USER error if there is none. */
    void unregister(String name) {
        if (cluster == null) {
            end(name);
            return;
        }
        cluster.whileHomesStay(
                () -> {
                    agent.checkHere(HomeSubject.query(name));
                    end(name);
                    return true;
                });
    }

    private void end(String name) {
        boolean derives =
                cluster != null && agent.read(store -> store.derivedStream(name).isPresent());
        boolean ended = false;
        try {
            agent.act(store -> store.continuous().unregister(name));
            ended = true;
        } finally {
            if (cluster != null && (ended || !agent.read(s -> s.continuous().isRegistered(name)))) {
                giveBack(name, derives);
            }
        }
    }

    private void giveBack(String name, boolean derives) {
        if (derives && cluster.homes().elsewhere(name) == null) {
            cluster.freeName(name);
        }
        cluster.freeQuery(name);
    }
}
