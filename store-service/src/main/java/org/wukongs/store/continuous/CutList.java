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

    /** Something that tells the list before it changes. */
    interface Element {

        int place();

        /** Sets the place in the list, which the list needs to know. */
        void setPlace(int place);
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
        element.setPlace(size);
        elements[size++] = element;
        count++;
    }

    void remove(E element) {
        beforeChange(element);
        elements[element.place()] = null;
        count--;
        if (size > 2 * count + HOLES_MIN && (newest == null || newest.isComplete())) {
            closeHoles();
        }
    }

    private void closeHoles() {
        int to = 0;
        for (int from = 0; from < size; from++) {
            if (elements[from] != null) {
                elements[to] = elements[from];
                element(to).setPlace(to);
                to++;
            }
        }
        Arrays.fill(elements, to, size, null);
        size = to;
    }

    @SuppressWarnings("unchecked") // only elements are put into it
    private E element(int place) {
        return (E) elements[place];
    }

    /** An element is going to change, or is gone. */
    void beforeChange(E element) {
        if (newest != null) {
            newest.note(element, element.place());
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

        private void note(E element, int place) {
            boolean isAwaited = place >= next && place < elements.length;
            if (isAwaited && elements[place] == element && states[place] == null) {
                states[place] = state.apply(element);
            }
        }

        /** Notes more elements, at most so many. */
        @SuppressWarnings("unchecked") // it has elements only
        void step(int elementCountMax) {
            int to = Math.min(elements.length, next + elementCountMax);
            for (; next < to; next++) {
                if (elements[next] != null) {
                    note((E) elements[next], next);
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
