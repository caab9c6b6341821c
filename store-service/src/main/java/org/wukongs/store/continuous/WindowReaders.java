package org.wukongs.store.continuous;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.wukongs.client.ReaderId;

/** Readers by id, and by the query or template that they read. The agent's thread. */
final class WindowReaders {

    private final Map<ReaderId, WindowReader> byId = new LinkedHashMap<>();

    // Keys are queries and templates, which are compared by identity.
    private final Map<Object, Set<WindowReader>> bySubject = new HashMap<>();

    private final Set<WindowReader> live = new LinkedHashSet<>(); // of byId

    private final CutList<WindowReader, ReaderCut> cuts = new CutList<>(WindowReader::cut);

    /** Begins a cut of the positions of all readers. */
    CutList.Cut<WindowReader, ReaderCut> beginCut() {
        return cuts.beginCut();
    }

    /** The reader of that id, or null. */
    WindowReader get(ReaderId id) {
        return byId.get(id);
    }

    /** The readers of a query or template. */
    Collection<WindowReader> of(Object subject) {
        return bySubject.getOrDefault(subject, Set.of());
    }

    /** Whether a query or its template has a reader other than live ones. */
    boolean hold(RegisteredQuery query) {
        return hasLasting(query) || hasLasting(query.template());
    }

    private boolean hasLasting(Object subject) {
        for (WindowReader reader : of(subject)) {
            if (!reader.id().isLive()) {
                return true;
            }
        }
        return false;
    }

    /** The live readers, a copy. */
    List<WindowReader> live() {
        return List.copyOf(live);
    }

    void add(WindowReader reader) {
        byId.put(reader.id(), reader);
        cuts.add(reader);
        if (reader.id().isLive()) {
            live.add(reader);
        }
        bySubject.computeIfAbsent(subject(reader), key -> new LinkedHashSet<>()).add(reader);
    }

    void remove(WindowReader reader) {
        byId.remove(reader.id());
        cuts.remove(reader);
        live.remove(reader);
        Object subject = subject(reader);
        Set<WindowReader> others = bySubject.get(subject);
        others.remove(reader);
        if (others.isEmpty()) {
            bySubject.remove(subject);
        }
        reader.close();
    }

    /** Removes the readers of a query or template that has ended. */
    void removeAll(Object subject) {
        List.copyOf(of(subject)).forEach(this::remove);
    }

    private static Object subject(WindowReader reader) {
        return reader.template() == null ? reader.any() : reader.template();
    }

    void forEach(Consumer<WindowReader> action) {
        byId.values().forEach(action);
    }

    /** A copy. */
    List<WindowReader> all() {
        return new ArrayList<>(byId.values());
    }
}
