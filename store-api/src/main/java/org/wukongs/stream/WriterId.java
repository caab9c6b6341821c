package org.wukongs.stream;

/**
 * Names a writer of a stream: subtask {@code index} of {@code count} of the writers of {@code
 * incarnation}.
 *
 * <p>A writer whose incarnation or count differs from that of the current epoch, or that is open
 * already, opens a new writer epoch of the stream and fences all writers of the old one. So one job
 * at a time writes a stream.
 *
 * @param incarnation names the writers that belong together, for instance the Flink job id
 * @param attempt number of this writer's start, for people only; it implies no order
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
