package org.wukongs.store.load;

import java.util.Comparator;

/**
 * A bad statement with its place.
 *
 * @param block number of the block in the file, 0 if the file is not cut into blocks
 * @param line in the block, from 1
 * @param column in the line, from 1
 */
record BadStatement(SourceFile file, int block, long line, long column, String message)
        implements Comparable<BadStatement> {

    /** Reading order: by file, then by place. */
    private static final Comparator<BadStatement> ORDER =
            Comparator.comparingInt((BadStatement bad) -> bad.file().ordinal())
                    .thenComparingInt(BadStatement::block)
                    .thenComparingLong(BadStatement::line)
                    .thenComparingLong(BadStatement::column);

    /** Returns RDF4J's message without its place, which is not the place in the file. */
    static String messageOf(Exception error) {
        String message = String.valueOf(error.getMessage());
        int end = message.indexOf('\n');
        String line = end < 0 ? message : message.substring(0, end);
        int position = line.lastIndexOf(" [line ");
        return position < 0 ? line : line.substring(0, position);
    }

    /**
     * Returns {@code message (file, line n, column m)}; all earlier blocks of the file must have
     * been parsed.
     */
    String text() {
        return message
                + " ("
                + file.path()
                + ", line "
                + (file.linesBefore(block) + line)
                + ", column "
                + column
                + ")";
    }

    @Override
    public int compareTo(BadStatement other) {
        return ORDER.compare(this, other);
    }
}
