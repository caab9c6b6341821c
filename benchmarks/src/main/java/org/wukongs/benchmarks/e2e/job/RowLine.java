package org.wukongs.benchmarks.e2e.job;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.types.Row;

/** A row whose first field is the window's end → a line: query, that in ms, terms. */
final class RowLine implements MapFunction<Row, String> {

    private static final long serialVersionUID = 1L;

    private final String query;

    RowLine(String query) {
        this.query = query;
    }

    @Override
    public String map(Row row) {
        LocalDateTime end = (LocalDateTime) row.getField(0);
        StringBuilder line = new StringBuilder(query);
        line.append('\t').append(end.toInstant(ZoneOffset.UTC).toEpochMilli());
        for (int i = 1; i < row.getArity(); i++) {
            line.append('\t').append(row.getField(i));
        }
        return line.toString();
    }
}
