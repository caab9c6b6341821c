package org.wukongs.table.catalog;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.catalog.TableChange;
import org.apache.flink.table.catalog.exceptions.CatalogException;
import org.wukongs.table.TableKind;

/**
 * Applies {@code ALTER TABLE}: it may set and reset options that say how a table is read or
 * written. Other options define what is registered in the store and cannot change.
 */
final class TableChanges {

    private TableChanges() {}

    static TableEntry apply(TableEntry table, List<TableChange> changes) {
        Map<String, String> options = new LinkedHashMap<>(table.options());
        TableKind kind = TableKind.of(Configuration.fromMap(options));
        for (TableChange change : changes) {
            if (change instanceof TableChange.SetOption set) {
                check(kind, set.getKey());
                options.put(set.getKey(), set.getValue());
            } else if (change instanceof TableChange.ResetOption reset) {
                check(kind, reset.getKey());
                options.remove(reset.getKey());
            } else {
                throw unsupported(change.getClass().getSimpleName());
            }
        }
        return table.withOptions(options);
    }

    static CatalogException unsupported(String change) {
        return new CatalogException(
                "ALTER TABLE sets and resets options in a catalog of type 'wukongs', and renames."
                        + " For other columns, watermarks or keys drop the table and create"
                        + " it again. Requested: "
                        + change);
    }

    private static void check(TableKind kind, String key) {
        if (!kind.isChangeable(key)) {
            throw new CatalogException(
                    String.format(
                            "Option '%s' cannot be altered: it does not exist here, or is"
                                    + " part of what is registered in the store. Drop the table and"
                                    + " create it again. These can be altered:%n%n%s",
                            key, String.join("\n", kind.changeable())));
        }
    }
}
