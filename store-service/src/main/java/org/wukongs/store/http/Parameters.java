package org.wukongs.store.http;

import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.rdf4j.common.net.ParsedIRI;

/** The names and values of a URL's query part and of form data, in order. */
final class Parameters {

    private final Map<String, List<String>> valuesByName = new LinkedHashMap<>();

    /** Adds {@code name=value&…}; null and the empty text add nothing. */
    Parameters add(String encoded) {
        if (encoded == null || encoded.isEmpty()) {
            return this;
        }
        for (String pair : encoded.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            String value = equals < 0 ? "" : pair.substring(equals + 1);
            if (!pair.isEmpty()) {
                addDecoded(UrlEncoding.decode(name, true), UrlEncoding.decode(value, true));
            }
        }
        return this;
    }

    Parameters addDecoded(String name, String value) {
        valuesByName.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
        return this;
    }

    Set<String> names() {
        return valuesByName.keySet();
    }

    boolean has(String name) {
        return valuesByName.containsKey(name);
    }

    List<String> all(String name) {
        return valuesByName.getOrDefault(name, List.of());
    }

    /** Returns the values of a parameter, each of which must be an absolute IRI. */
    List<String> iris(String name) {
        for (String iri : all(name)) {
            if (!isAbsolute(iri)) {
                throw new HttpProblem(
                        HttpProblem.Kind.BAD_REQUEST,
                        "not an absolute IRI: parameter=" + name + " value=" + iri);
            }
        }
        return all(name);
    }

    private static boolean isAbsolute(String iri) {
        try {
            return new ParsedIRI(iri).isAbsolute();
        } catch (URISyntaxException e) {
            return false;
        }
    }

    String single(String name) {
        List<String> values = all(name);
        if (values.size() == 1) {
            return values.get(0);
        }
        throw new HttpProblem(
                HttpProblem.Kind.BAD_REQUEST,
                values.isEmpty()
                        ? "the parameter is missing: name=" + name
                        : "the parameter is given more than once: name="
                                + name
                                + " count="
                                + values.size());
    }
}
