package org.wukongs.csparql;

import java.util.Map;
import java.util.TreeMap;

/** Insertions and replacements in a text. Offsets are those of the unedited text. */
final class TextEdits {

    private record Edit(int end, String piece) {}

    private final String text;
    private final TreeMap<Integer, Edit> edits = new TreeMap<>(); // by start

    TextEdits(String text) {
        this.text = text;
    }

    TextEdits copy() {
        TextEdits copy = new TextEdits(text);
        copy.edits.putAll(edits);
        return copy;
    }

    void insert(int offset, String piece) {
        edits.put(offset, new Edit(offset, piece));
    }

    void replace(Token token, String piece) {
        edits.put(token.start(), new Edit(token.end(), piece));
    }

    /** The edited text up to an offset. */
    String before(int offset) {
        return edited(0, offset, edits.headMap(offset));
    }

    /** The edited text from an offset on. */
    String after(int offset) {
        return edited(offset, text.length(), edits.tailMap(offset));
    }

    private String edited(int start, int end, Map<Integer, Edit> inside) {
        StringBuilder edited = new StringBuilder();
        int at = start;
        for (Map.Entry<Integer, Edit> edit : inside.entrySet()) {
            edited.append(text, at, edit.getKey()).append(edit.getValue().piece());
            at = edit.getValue().end();
        }
        return edited.append(text, at, end).toString();
    }
}
