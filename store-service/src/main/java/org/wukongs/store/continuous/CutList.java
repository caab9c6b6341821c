package org.wukongs.store.continuous;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Elements in the order in which they were added, of which a cut can be made in steps, however many
 * they are: it has the states that all of them had when it began. An element that is about to
 * change is noted first. The agent's thread.
 *
 * @param <E> an element
 * @param <C> the state of one
 */
final class CutList<E extends CutList.Element, C> {

    /** Something that tells the list that it is in before it changes. */
    abstract static class Element {

        private CutList<?, ?> list; // null if it is in none
        private int place; // in the list

        /** Called before anything changes of which cuts have the state. */
        final void beforeChange() {
            if (list != null) {
                list.note(this, place);
            }
        }
    }

    private static final int HOLES_MIN = 16;

    private final Function<E, C> state;
    private Object[] elements = new Object[16]; // null where one was removed
    private int size; // with holes
    private int count; // without
    private Cut<E, C> newest; // null before the first

    /** {@code state} returns the present state of an element, null if it has none for cuts. */
    CutList(Function<E, C> state) {
        this.state = state;
    }

    void add(E element) {
        if (size == elements.length) {
            elements = Arrays.copyOf(elements, 2 * size);
        }
        put(element, size++);
        count++;
    }

    private void put(Element element, int place) {
        elements[place] = element;
        element.list = this;
        element.place = place;
    }

    void remove(E removed) {
        Element element = removed;
        element.beforeChange();
        elements[element.place] = null;
        element.list = null;
        count--;
        if (size > 2 * count + HOLES_MIN && (newest == null || newest.isComplete())) {
            closeHoles();
        }
    }

    private void closeHoles() {
        int to = 0;
        for (int from = 0; from < size; from++) {
            if (elements[from] != null) {
                put((Element) elements[from], to++);
            }
        }
        Arrays.fill(elements, to, size, null);
        size = to;
    }

    private void note(Element element, int place) {
        if (newest != null) {
            newest.note(element, place);
        }
    }

    /** Begins a cut; the one before, if it is not complete, never will be. */
    Cut<E, C> beginCut() {
        newest = new Cut<>(Arrays.copyOf(elements, size), state);
        return newest;
    }

    /** A cut, which any thread may read when it is complete. */
    static final class Cut<E, C> {

        private final Object[] elements;
        private final Object[] states; // null where there is none, or it was not noted yet
        private final Function<E, C> state;
        private int next; // all before it are noted

        private Cut(Object[] elements, Function<E, C> state) {
            this.elements = elements;
            this.states = new Object[elements.length];
            this.state = state;
        }

        @SuppressWarnings("unchecked") // it has elements only
        private void note(Object element, int place) {
            boolean isAwaited = place >= next && place < elements.length;
            if (isAwaited && elements[place] == element && states[place] == null) {
                states[place] = state.apply((E) element);
            }
        }

        /** Notes more elements, at most so many. */
        void step(int elementCountMax) {
            int to = Math.min(elements.length, next + elementCountMax);
            for (; next < to; next++) {
                if (elements[next] != null) {
                    note(elements[next], next);
                    elements[next] = null;
                }
            }
        }

        boolean isComplete() {
            return next == elements.length;
        }

        /** Returns the states, in the order of the elements. */
        @SuppressWarnings("unchecked") // it has states only
        List<C> states() {
            if (!isComplete()) {
                throw new IllegalStateException("the cut is not complete");
            }
            List<C> there = new ArrayList<>(states.length);
            for (Object one : states) {
                if (one != null) {
                    there.add((C) one);
                }
            }
            return there;
        }
    }
}
