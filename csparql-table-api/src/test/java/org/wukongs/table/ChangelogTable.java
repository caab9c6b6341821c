package org.wukongs.table;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;

/** A view of rows with their kinds, in their order, in a session. */
final class ChangelogTable {

    private final SqlSession sql;
    private final List<Row> rows = new ArrayList<>();

    ChangelogTable(SqlSession sql) {
        this.sql = sql;
    }

    ChangelogTable row(RowKind kind, Object... fields) {
        rows.add(Row.ofKind(kind, fields));
        return this;
    }

    /** {@code mode} says which kinds the planner shall expect. */
    void as(
            String view,
            Schema schema,
            ChangelogMode mode,
            String[] names,
            TypeInformation<?>... types) {
        var stream =
                sql.env()
                        .fromData(List.copyOf(rows), Types.ROW_NAMED(names, types))
                        .setParallelism(1);
        sql.tables()
                .createTemporaryView(view, sql.tables().fromChangelogStream(stream, schema, mode));
    }
}
