package org.wukongs.store.load;

import java.util.Comparator;

/**
 * A statement that is none, and where.
 *
 * @param block of the file, 0 where it is not cut into blocks
 * @param line in the block, from 1
 * @param column in the line, from 1
 */
record BadStatement(SourceFile file, int block, long line, long column, String message)
        implements Comparable<BadStatement> {

    /** As one reads: by file, then by place. */
    private static final Comparator<BadStatement> ORDER =
            Comparator.comparingInt((BadStatement bad) -> bad.file().ordinal())
                    .thenComparingInt(BadStatement::block)
                    .thenComparingLong(BadStatement::line)
                    .thenComparingLong(BadStatement::column);

    /** What RDF4J says, without where it thinks that was. */
    static String messageOf(Exception error) {
        String message = String.valueOf(error.getMessage());
        int end = message.indexOf('\n');
        String line = end < 0 ? message : message.substring(0, end);
        int position = line.lastIndexOf(" [line ");
        return position < 0 ? line : line.substring(0, position);
    }

    /** {@code message (file, line n, column m)}; all blocks before its own must be parsed. */
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
