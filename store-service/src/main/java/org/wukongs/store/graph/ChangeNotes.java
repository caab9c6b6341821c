package org.wukongs.store.graph;

import java.util.ArrayList;
import java.util.List;

/** What a change under way is going to tell to observers when it is done. The writer's thread. */
final class ChangeNotes {

    private record Note(ChangeObserver observer, boolean removed, TripleBuffer triples) {}

    private final List<Note> notes = new ArrayList<>();

    /** Notes triples, sorted by subject, all of which change an observed graph. */
    void add(ChangeObserver observer, boolean removed, SortedTriples... triples) {
        long count = 0;
        for (SortedTriples part : triples) {
            count += part.size();
        }
        if (count == 0) {
            return;
        }
        TripleBuffer copy = count > observer.rowsMax() ? null : copy(triples);
        notes.add(new Note(observer, removed, copy));
    }

    private static TripleBuffer copy(SortedTriples[] triples) {
        TripleBuffer copy = new TripleBuffer();
        for (SortedTriples part : triples) {
            for (int row = 0; row < part.size(); row++) {
                copy.append(part.vertex(row), part.pid(row), part.neighbour(row));
            }
        }
        return copy;
    }

    /** The change is done. */
    void tell() {
        for (Note note : notes) {
            note.observer().changed(note.removed(), note.triples());
        }
        notes.clear();
    }

    /** The change has failed. */
    void drop() {
        notes.clear();
    }
}
