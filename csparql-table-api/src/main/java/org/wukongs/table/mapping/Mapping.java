package org.wukongs.table.mapping;

import java.util.List;
import org.apache.flink.annotation.Internal;

/** A mapping that was read from Turtle or from options and knows no table yet. */
@Internal
public final class Mapping {

    private final List<TriplesMap> maps;

    /** Throws a USER error at {@code place} if a row could give too many triples, or none. */
    Mapping(List<TriplesMap> maps, Place place) {
        this.maps = List.copyOf(maps);
        long count = 0;
        for (TriplesMap map : maps) {
            for (TriplesMap.Property property : map.properties()) {
                count += (long) property.predicates().size() * property.objects().size();
            }
        }
        if (count == 0) {
            throw place.error("no row would give a triple: there is neither class nor predicate");
        }
        if (count > MappingLimits.TRIPLES_PER_ROW_MAX) {
            throw place.error(
                    "a row gives more than "
                            + MappingLimits.TRIPLES_PER_ROW_MAX
                            + " triples, namely "
                            + count);
        }
    }

    List<TriplesMap> maps() {
        return maps;
    }
}
