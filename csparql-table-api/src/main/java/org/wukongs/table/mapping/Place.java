package org.wukongs.table.mapping;

import org.wukongs.error.WukongsException;

/** Where something stands in a mapping, as facts of an error message. */
record Place(String facts) {

    /** The value of a table's option. */
    static Place option(String key, String value) {
        return new Place("option=" + key + " value=" + value);
    }

    /** The USER error for a fault at this place. */
    WukongsException error(String fault) {
        return WukongsException.user("mapping: " + fault + ": " + facts);
    }
}
