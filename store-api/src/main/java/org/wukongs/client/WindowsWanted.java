package org.wukongs.client;

/**
 * Windows that a reader asks for, of one query or of all queries of a template.
 *
 * @param of name of the query or template
 * @param fromWindowEndMs the first window end wanted, {@code Long.MIN_VALUE} for the position of
 *     the reader
 * @param windowsMax the most executions wanted, at least 1
 */
public record WindowsWanted(ReaderId.Kind kind, String of, long fromWindowEndMs, int windowsMax) {

    public static WindowsWanted ofQuery(String query, long fromWindowEndMs, int windowsMax) {
        return new WindowsWanted(ReaderId.Kind.QUERY, query, fromWindowEndMs, windowsMax);
    }

    public static WindowsWanted ofTemplate(String template, long fromWindowEndMs, int windowsMax) {
        return new WindowsWanted(ReaderId.Kind.TEMPLATE, template, fromWindowEndMs, windowsMax);
    }
}
