package org.wukongs.store.continuous;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Readers by the query or template that they read, and by name. The agent's thread. */
final class WindowReaders {

    // Keys are queries and templates, which are compared by identity.
    private final Map<Object, Map<String, WindowReader>> readers = new LinkedHashMap<>();

    /** The reader of that name, or null. */
    WindowReader get(Object subject, String name) {
        return readers.getOrDefault(subject, Map.of()).get(name);
    }

    /** The readers of a query or template. */
    Collection<WindowReader> of(Object subject) {
        return readers.getOrDefault(subject, Map.of()).values();
    }

    /** Whether the template of a query has a reader. */
    boolean readTemplateOf(RegisteredQuery query) {
        return readers.containsKey(query.template());
    }

    void add(WindowReader reader) {
        readers.computeIfAbsent(subject(reader), key -> new LinkedHashMap<>())
                .put(reader.id().reader(), reader);
    }

    void remove(WindowReader reader) {
        Object subject = subject(reader);
        Map<String, WindowReader> others = readers.get(subject);
        others.remove(reader.id().reader());
        if (others.isEmpty()) {
            readers.remove(subject);
        }
        reader.close();
    }

    /** Removes the readers of a query or template that has ended. */
    void removeAll(Object subject) {
        Map<String, WindowReader> all = readers.remove(subject);
        if (all != null) {
            all.values().forEach(WindowReader::close);
        }
    }

    private static Object subject(WindowReader reader) {
        return reader.template() == null ? reader.any() : reader.template();
    }

    void forEach(Consumer<WindowReader> action) {
        readers.values().forEach(some -> some.values().forEach(action));
    }

    /** A copy. */
    List<WindowReader> all() {
        List<WindowReader> all = new ArrayList<>();
        forEach(all::add);
        return all;
    }
}
