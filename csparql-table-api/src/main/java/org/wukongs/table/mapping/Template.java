package org.wukongs.table.mapping;

import java.util.ArrayList;
import java.util.List;

/**
 * Text with the names of columns in braces (R2RML, section 7.3); a backslash before a brace or a
 * backslash makes it text.
 *
 * @param texts what is before, between and after the columns: one more than columns, may be empty
 */
record Template(List<String> texts, List<String> columns) implements TermMap.Source {

    /** Throws a USER error for unbalanced braces, other escapes, or no column. */
    static Template parse(String text, Place place) {
        Scanner scanner = new Scanner(text, place);
        Template template = scanner.template();
        if (template.columns().isEmpty()) {
            throw place.error("a template must name a column in braces, as in {id}");
        }
        return template;
    }

    /** Whether two columns have nothing between them, so that 1 and 23 look like 12 and 3. */
    boolean hasAdjacentColumns() {
        return texts.subList(1, columns.size()).contains("");
    }

    private static final class Scanner {

        private final String text;
        private final Place place;
        private final List<String> texts = new ArrayList<>();
        private final List<String> columns = new ArrayList<>();
        private final StringBuilder part = new StringBuilder();
        private boolean inBraces;

        Scanner(String text, Place place) {
            this.text = text;
            this.place = place;
        }

        Template template() {
            for (int at = 0; at < text.length(); at++) {
                char c = text.charAt(at);
                switch (c) {
                    case '\\' -> escaped(++at);
                    case '{' -> brace(false, texts);
                    case '}' -> brace(true, columns);
                    default -> part.append(c);
                }
            }
            if (inBraces) {
                throw place.error("a brace of a template is not closed");
            }
            texts.add(part.toString());
            return new Template(List.copyOf(texts), List.copyOf(columns));
        }

        private void escaped(int at) {
            if (at == text.length() || "{}\\".indexOf(text.charAt(at)) < 0) {
                throw place.error("a backslash in a template must stand before { or } or \\");
            }
            part.append(text.charAt(at));
        }

        private void brace(boolean closes, List<String> ended) {
            if (inBraces != closes) {
                throw place.error(
                        "braces of a template do not match; write \\{ and \\} for braces as text");
            }
            if (closes && part.isEmpty()) {
                throw place.error("braces of a template without a column");
            }
            inBraces = !closes;
            ended.add(part.toString());
            part.setLength(0);
        }
    }
}
