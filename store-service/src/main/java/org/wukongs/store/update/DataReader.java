package org.wukongs.store.update;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.csparql.PlainData;
import org.wukongs.csparql.UpdateOperation.UpdateDataset;
import org.wukongs.ntriples.TermBytes;
import org.wukongs.store.dictionary.TermServer;
import org.wukongs.store.update.PreparedOperation.Change;

/** Prepares requests of {@link PlainData} without parsing them. Used once. */
final class DataReader implements PlainData.Visitor {

    private record Operation(boolean deletes, QuadList quads) {

        Change prepared(TermServer terms) {
            QuadList deleted = deletes ? quads : QuadList.EMPTY;
            QuadList inserted = deletes ? QuadList.EMPTY : quads;
            return new Change(deleted, inserted.added(terms), null, UpdateDataset.NONE);
        }
    }

    private final List<Operation> operations = new ArrayList<>();
    private QuadList quads;

    private DataReader() {}

    /** Returns the operations of a text, null if it has to be parsed. */
    static List<PreparedOperation> read(String text, TermServer terms) {
        DataReader reader = new DataReader();
        if (!PlainData.read(text, reader)) {
            return null;
        }
        List<PreparedOperation> prepared = new ArrayList<>(reader.operations.size());
        for (Operation operation : reader.operations) {
            prepared.add(operation.prepared(terms));
        }
        return prepared;
    }

    @Override
    public void operation(boolean deletes) {
        quads = new QuadList();
        operations.add(new Operation(deletes, quads));
    }

    @Override
    public void triple(TermBytes subject, TermBytes predicate, TermBytes object, String graph) {
        quads.add(subject, predicate, object, graph);
    }
}
