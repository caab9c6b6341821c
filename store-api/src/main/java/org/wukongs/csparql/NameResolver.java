package org.wukongs.csparql;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.wukongs.stream.StreamDefinition;

/**
 * Resolves names in the text to registered names: an equal one, else, for a bare word, the only
 * registered name that ends in it. Without a catalog every name is its own registered name.
 */
final class NameResolver {

    private static final int NAMES_SHOWN_MAX = 10;

    private final SourceText source;
    private final Optional<Catalog> catalog;

    NameResolver(SourceText source, Optional<Catalog> catalog) {
        this.source = source;
        this.catalog = catalog;
    }

    Optional<String> stream(NameRef name) {
        return catalog.isEmpty()
                ? Optional.of(name.value())
                : match(name, catalog.get().streamNames());
    }

    Optional<String> graph(NameRef name) {
        if (name.isStored()) {
            return Optional.of(StreamDefinition.STORED);
        }
        return catalog.isEmpty()
                ? Optional.of(name.value())
                : match(name, catalog.get().graphNames());
    }

    /** Empty if nothing is known about the stream. */
    OptionalLong batchIntervalMs(String stream) {
        return catalog.flatMap(c -> c.stream(stream))
                .map(definition -> OptionalLong.of(definition.batchIntervalMs()))
                .orElseGet(OptionalLong::empty);
    }

    /** Looks a name up among some of the registered names. */
    Optional<String> match(NameRef name, Collection<String> registered) {
        if (registered.contains(name.value())) {
            return Optional.of(name.value());
        }
        if (!name.bare()) {
            return Optional.empty();
        }
        List<String> candidates =
                registered.stream()
                        .filter(n -> localName(n).equals(name.value()))
                        .distinct()
                        .sorted()
                        .toList();
        if (candidates.size() > 1) {
            throw source.error(
                    name.token(),
                    "ambiguous name "
                            + name.token().shown()
                            + ", expected one of "
                            + shown(candidates));
        }
        return candidates.stream().findFirst();
    }

    CsparqlSyntaxException unknownStream(NameRef name) {
        Collection<String> known = catalog.map(Catalog::streamNames).orElseThrow();
        return source.error(
                name.token(),
                "unknown stream "
                        + name.token().shown()
                        + ", expected a registered stream: "
                        + shown(known));
    }

    CsparqlSyntaxException unknownGraph(NameRef name) {
        TreeSet<String> known = new TreeSet<>(catalog.map(Catalog::graphNames).orElseThrow());
        String names = known.isEmpty() ? "" : ", " + shown(known);
        return source.error(
                name.token(),
                "unknown graph "
                        + name.token().shown()
                        + ", expected a stored graph: STORED"
                        + names);
    }

    /** How SPARQL text names a registered stream or graph. */
    static String iriOf(String registered) {
        if (registered.equals(StreamDefinition.STORED)) {
            return CsparqlQuery.STORED_IRI;
        }
        return registered.indexOf(':') >= 0
                ? registered
                : CsparqlQuery.BARE_WORD_PREFIX + registered;
    }

    static String shown(Collection<String> names) {
        if (names.isEmpty()) {
            return "(none)";
        }
        List<String> sorted = names.stream().sorted().toList();
        String first =
                String.join(", ", sorted.subList(0, Math.min(NAMES_SHOWN_MAX, sorted.size())));
        int left = sorted.size() - NAMES_SHOWN_MAX;
        return left > 0 ? first + " and " + left + " more" : first;
    }

    private static String localName(String name) {
        return name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('#')) + 1);
    }
}
