package org.wukongs.csparql;

import java.util.List;

/**
 * The part of a query before its WHERE clause.
 *
 * @param registration null for a one-shot query
 * @param form SELECT, CONSTRUCT, ASK or DESCRIBE
 */
record Header(Registration registration, Token form, List<DatasetClause> dataset) {

    boolean continuous() {
        return registration != null;
    }
}
