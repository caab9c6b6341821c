package org.wukongs.table.mapping;

import java.util.List;
import org.apache.flink.table.types.logical.LogicalType;

/** The columns of a mapped table: names and types by position. */
record MappedColumns(List<String> names, List<LogicalType> types) {

    /**
     * The value of a column that a mapping names. As in SQL, a name may stand in double quotes;
     * case matters. Throws a USER error if there is no such column or its values are no terms.
     */
    NaturalValue value(String name, Place place) {
        int position = names.indexOf(name);
        if (position < 0 && name.length() > 2 && name.startsWith("\"") && name.endsWith("\"")) {
            String quoted = name.substring(1, name.length() - 1);
            position = names.indexOf(quoted.replace("\"\"", "\""));
        }
        if (position < 0) {
            throw place.error("the table has no column '" + name + "', only " + names);
        }
        LogicalType type = types.get(position);
        if (!NaturalValue.isMapped(type)) {
            throw place.error(
                    "column '"
                            + names.get(position)
                            + "' has type "
                            + type.asSummaryString()
                            + ", which cannot become an RDF term");
        }
        return NaturalValue.of(names.get(position), type, position);
    }
}
