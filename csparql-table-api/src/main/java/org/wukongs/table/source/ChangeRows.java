package org.wukongs.table.source;

import java.util.Collections;
import org.apache.flink.annotation.Internal;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.types.RowKind;
import org.wukongs.client.TripleChange;
import org.wukongs.flink.changelog.ChangeDecoder;
import org.wukongs.table.type.ResultRowDecoder;

/** Makes a row of a changed triple. */
@Internal
final class ChangeRows implements ChangeDecoder<RowData> {

    private static final long serialVersionUID = 1L;

    private final ResultRowDecoder decoder;

    /** {@code decoder} is for rows with the columns of {@link GraphQuery#COLUMNS}. */
    ChangeRows(ResultRowDecoder decoder) {
        this.decoder = decoder;
    }

    @Override
    public RowData decode(TripleChange change) {
        String[] terms = {change.subject(), change.predicate(), change.object()};
        GenericRowData row = decoder.decode(Collections.singletonList(terms), 0).get(0);
        row.setRowKind(change.added() ? RowKind.INSERT : RowKind.DELETE);
        return row;
    }
}
