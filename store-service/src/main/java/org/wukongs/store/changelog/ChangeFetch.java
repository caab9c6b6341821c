package org.wukongs.store.changelog;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.client.ChangelogPosition;
import org.wukongs.client.FetchedChanges;
import org.wukongs.client.TripleChange;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.dictionary.TermHold;
import org.wukongs.store.graph.Edges;
import org.wukongs.store.graph.NetChanges;
import org.wukongs.store.graph.ReaderEpochs;
import org.wukongs.store.view.TripleView;

/**
 * The answer to one request for changes: entries of the changelog and, after them, the next of the
 * graph's triples if not all have been told. Made by the agent, read by one other thread, which
 * closes it.
 *
 * <p>While the graph is scanned, only changes of triples up to the scanned one are told: the scan
 * tells the later triples as they are at its snapshot. So what was told is at each snapshot exactly
 * that part of the graph, and the reader can stop and continue anywhere (as in DBLog, Andreakis and
 * Papapanagiotou, 2020, but in the order of snapshots).
 */
public final class ChangeFetch implements AutoCloseable {

    /** Characters of the terms of an answer, after which no more changes are added. */
    static final int CHARS_MAX = 1 << 20;

    private final List<ChangelogEntry> entries;
    private final long upTo;
    private final long stableSnapshot;
    private final List<TripleChange> changes = new ArrayList<>();
    private ChangelogPosition position;
    private TripleView graph; // null if there is nothing to scan
    private ReaderEpochs.Reader reader;
    private long chars;

    ChangeFetch(
            ChangelogPosition from, List<ChangelogEntry> entries, long upTo, long stableSnapshot) {
        this.position = from;
        this.entries = entries;
        this.upTo = upTo;
        this.stableSnapshot = stableSnapshot;
    }

    /** The answer to a reader that begins at a snapshot. */
    static ChangeFetch begun(long snapshot) {
        return new ChangeFetch(ChangelogPosition.at(snapshot), List.of(), snapshot, snapshot);
    }

    /** Lets triples of the graph follow, at the snapshot that {@code held} has entered. */
    void scan(TripleView graphAtSnapshot, ReaderEpochs.Reader held) {
        graph = graphAtSnapshot;
        reader = held;
    }

    /** Reads at most {@code changesMax} changes. */
    public FetchedChanges read(TermDictionary dictionary, int changesMax) {
        TermHold held = dictionary.hold();
        try (held) {
            ChangeTerms terms = new ChangeTerms(dictionary);
            if (readEntries(terms, changesMax) && graph != null) {
                readGraph(terms, changesMax);
            }
        }
        return new FetchedChanges(changes, position, stableSnapshot);
    }

    /** Returns false if not all entries fit. */
    private boolean readEntries(ChangeTerms terms, int changesMax) {
        for (ChangelogEntry entry : entries) {
            if (!readEntry(entry, terms, changesMax)) {
                return false;
            }
            position = position.after(entry.snapshot());
        }
        position = position.after(upTo);
        return true;
    }

    private boolean readEntry(ChangelogEntry entry, ChangeTerms terms, int changesMax) {
        NetChanges net = entry.changes();
        int removed = net.removedUpTo(position.scannedSubject(), position.scannedEdge());
        int added = net.addedUpTo(position.scannedSubject(), position.scannedEdge());
        for (long told = position.row(); told < removed + added; told++) {
            if (isFull(changesMax)) {
                position = position.atRow(told);
                return false;
            }
            boolean adds = told >= removed;
            int row = (int) (adds ? net.removedCount() + told - removed : told);
            tell(entry.snapshot(), adds, net.subject(row), net.edge(row), terms);
        }
        return true;
    }

    private void readGraph(ChangeTerms terms, int changesMax) {
        int room = changesMax - changes.size();
        if (isFull(changesMax)) {
            return;
        }
        ScannedTriples next =
                ScannedTriples.read(
                        graph,
                        position.scannedSubject(),
                        position.scannedEdge(),
                        terms.lastVid(),
                        room);
        reader.checkSnapshot();
        for (int row = 0; row < next.size(); row++) {
            if (isFull(changesMax)) {
                return;
            }
            tell(position.snapshot(), true, next.subject(row), next.edge(row), terms);
            position = position.scannedTo(next.subject(row), next.edge(row));
        }
        position =
                next.isLast()
                        ? position.scanned()
                        : position.scannedTo(next.lastSubject(), next.lastEdge());
    }

    private boolean isFull(int changesMax) {
        return changes.size() >= changesMax || chars >= CHARS_MAX;
    }

    private void tell(long snapshot, boolean adds, long subject, long edge, ChangeTerms terms) {
        TripleChange change =
                new TripleChange(
                        snapshot,
                        adds,
                        terms.subject(subject),
                        terms.predicate(Edges.pid(edge)),
                        terms.object(Edges.object(edge)));
        changes.add(change);
        chars += change.subject().length() + change.predicate().length() + change.object().length();
    }

    @Override
    public void close() {
        if (reader != null) {
            reader.leave();
            reader.close();
            reader = null;
        }
    }
}
