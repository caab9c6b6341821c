package org.wukongs.store.value;

import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.algebra.evaluation.util.ValueComparator;

/**
 * RDF4J's order of terms (SPARQL 1.1, section 15.1), except that {@link CalendarOrder} orders dates
 * and times, and numbers beyond {@link NumberBounds} are ordered by their text.
 */
public final class ValueOrder {

    private final ValueComparator comparator = new ValueComparator();

    public ValueOrder() {
        comparator.setStrict(false);
    }

    public int compare(Value a, Value b) {
        if (CalendarOrder.datatype(a) != null && CalendarOrder.datatype(b) != null) {
            return CalendarOrder.order((Literal) a, (Literal) b);
        }
        if (NumberBounds.isBounded(a) && NumberBounds.isBounded(b)) {
            return comparator.compare(a, b);
        }
        return text(a).compareTo(text(b));
    }

    private static String text(Value value) {
        return value == null ? "" : value.stringValue();
    }
}
