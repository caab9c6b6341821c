package org.wukongs.store.cluster;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Keys;
import org.wukongs.store.dictionary.PredicateOrder;
import org.wukongs.store.dictionary.TermDictionary;

/**
 * The order of predicates of nodes in one process: a predicate gets the next number, and all nodes
 * have learned it when its first user gets the number. Any thread.
 */
public final class LocalPredicates implements PredicateOrder {

    private final List<TermDictionary> nodes = new ArrayList<>(); // guarded by this
    private final Set<Long> vids = new LinkedHashSet<>(); // in order of pids; guarded by this

    /** Adds a node, which learns what the others know. */
    public synchronized void join(TermDictionary node) {
        nodes.add(node);
        long pid = 1;
        for (long vid : vids) {
            node.learnPredicate(pid++, vid);
        }
    }

    @Override
    public synchronized void add(long vid) {
        if (vids.contains(vid)) {
            return;
        }
        if (vids.size() == Keys.PID_MAX) {
            throw WukongsException.fatal("too many predicates: predicateCountMax=" + Keys.PID_MAX);
        }
        vids.add(vid);
        for (TermDictionary node : nodes) {
            node.learnPredicate(vids.size(), vid);
        }
    }

    /**
     * Numbers rdf:type, which is pid {@code Keys.RDF_TYPE} in every store. Called once, after all
     * nodes have joined and can be reached.
     */
    public void begin() {
        TermDictionary first;
        synchronized (this) {
            first = nodes.get(0);
        }
        long pid = first.predicateId(NTriplesUtil.toNTriplesString(RDF.TYPE));
        if (pid != Keys.RDF_TYPE) {
            throw new IllegalStateException("rdf:type is not the first predicate: pid=" + pid);
        }
    }
}
