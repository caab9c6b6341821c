package org.wukongs.stream;

/**
 * Who writes into a stream: subtask {@code index} of {@code count} of the writers named by {@code
 * incarnation}.
 *
 * <p>A writer that opens with another incarnation or count than the current one's, or that was open
 * already, opens a new writer epoch of the stream and fences all writers of the old one. So one job
 * at a time writes a stream.
 *
 * @param incarnation names the writers that belong together, for instance the Flink job id
 * @param attempt which start of this writer it is, for people; no order is drawn from it
 */
public record WriterId(String stream, int index, int count, String incarnation, int attempt) {

    public WriterId {
        InputLimits.checkRange("number of writers", count, 1, InputLimits.WRITER_COUNT_MAX);
        InputLimits.checkLength("incarnation", incarnation, InputLimits.NAME_CHARS_MAX);
        if (index < 0 || index >= count) {
            throw new IllegalArgumentException(
                    "writer index out of range: index=" + index + " count=" + count);
        }
    }
}
