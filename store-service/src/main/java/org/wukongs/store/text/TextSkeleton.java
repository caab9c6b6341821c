package org.wukongs.store.text;

import java.util.Arrays;
import java.util.List;
import org.wukongs.csparql.Catalog;

/**
 * A text with holes in place of its name and some of its constants, and what was made of it. {@link
 * SkeletonLearner} has checked by trying that what is in the holes affects only the name and the
 * constants. Immutable.
 */
public final class TextSkeleton<T> {

    /**
     * The name or the constants that a hole fills.
     *
     * @param constants indexes of the constants, none for the name
     * @param head the constant before the hole
     * @param tail the constant after the hole
     */
    record Hole(int place, List<Integer> constants, String head, String tail) {

        boolean isName() {
            return constants.isEmpty();
        }

        String filled(String filling) {
            return head.concat(filling).concat(tail);
        }
    }

    private final TextShape shape;
    private final Hole[] holes;
    private final long holeSet;
    private final ParsedText<T> known;
    private final SeenNames names;

    /**
     * @param holes in the order of the text
     * @param known what was made of the text, with names looked up in {@code names}
     */
    TextSkeleton(TextShape shape, List<Hole> holes, ParsedText<T> known, SeenNames names) {
        this.shape = shape;
        this.holes = holes.toArray(Hole[]::new);
        this.holeSet = holes.stream().mapToLong(hole -> 1L << hole.place()).sum();
        this.known = known;
        this.names = names;
    }

    /** Returns what was made of the text of this skeleton. */
    public T value() {
        return known.value();
    }

    /** Whether names still mean what they meant when the skeleton was learned. */
    boolean isCurrent(Catalog catalog, long version) {
        return names.isCurrent(catalog, version);
    }

    TextShape shape() {
        return shape;
    }

    /** Returns the places that are holes. */
    long holeSet() {
        return holeSet;
    }

    /** Returns whether the name is in a hole. */
    public boolean hasName() {
        for (Hole hole : holes) {
            if (hole.isName()) {
                return true;
            }
        }
        return false;
    }

    /** Returns the text with what is in its holes; null if it does not match. */
    AlikeText<T> match(TextShape text) {
        if (!shape.isAlike(text, holeSet)) {
            return null;
        }
        String name = known.name();
        String[] constants = known.constants().toArray(String[]::new);
        for (Hole hole : holes) {
            String filling = text.filling(hole.place());
            if (!shape.kind(hole.place()).accepts(filling)) {
                return null;
            }
            if (hole.isName()) {
                name = filling;
                continue;
            }
            String term = hole.filled(filling);
            for (int constant : hole.constants()) {
                constants[constant] = term;
            }
        }
        return new AlikeText<>(this, name, Arrays.asList(constants));
    }

    /** Returns the text that has this name and these constants. */
    public String text(String name, List<String> constants) {
        StringBuilder text = new StringBuilder(shape.text().length());
        int from = 0;
        for (Hole hole : holes) {
            text.append(shape.text(), from, shape.start(hole.place()));
            String term = hole.isName() ? name : constants.get(hole.constants().get(0));
            text.append(term, hole.head().length(), term.length() - hole.tail().length());
            from = shape.end(hole.place());
        }
        return text.append(shape.text(), from, shape.text().length()).toString();
    }
}
