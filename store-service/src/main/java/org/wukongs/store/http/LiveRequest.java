package org.wukongs.store.http;

import java.util.Set;
import java.util.TreeSet;
import org.wukongs.client.ReaderStart;
import org.wukongs.error.WukongsException;
import org.wukongs.store.http.HttpProblem.Kind;
import org.wukongs.stream.InputLimits;

/**
 * What a client that reads live results asks for.
 *
 * @param mediaType one of those of {@link LiveFormat}
 * @param start where the results begin
 */
record LiveRequest(String mediaType, ReaderStart start) {

    private static final String FROM = "from";
    private static final String AFTER = "after";
    private static final String LAST_EVENT_ID = "Last-Event-ID";

    /** Parses a request for windows; a problem if something in it is not understood. */
    static LiveRequest ofWindows(HttpRequest request) {
        return of(request, LiveRequest::afterWindow);
    }

    /** As above, for tuples. */
    static LiveRequest ofTuples(HttpRequest request) {
        return of(request, LiveRequest::afterTuple);
    }

    /** What begins after something that the client has had. */
    private interface After {

        ReaderStart start(String name, String value);
    }

    private static LiveRequest of(HttpRequest request, After after) {
        String mediaType =
                new AcceptHeader(request.header("Accept")).choose(LiveFormat.mediaTypes());
        if (mediaType == null) {
            throw new HttpProblem(
                    Kind.NOT_ACCEPTABLE,
                    "live results are available as: " + String.join(", ", LiveFormat.mediaTypes()));
        }
        Parameters parameters = new Parameters().add(request.urlQuery());
        Set<String> unknown = new TreeSet<>(parameters.names());
        unknown.removeAll(Set.of(FROM, AFTER));
        if (!unknown.isEmpty()) {
            throw new HttpProblem(
                    Kind.BAD_REQUEST,
                    "live results have the parameters from and after: unknown=" + unknown);
        }
        return new LiveRequest(mediaType, start(parameters, request.header(LAST_EVENT_ID), after));
    }

    LiveFormat format() {
        return LiveFormat.of(mediaType);
    }

    /** A browser that connects again repeats the URL, so what it has had counts first. */
    private static ReaderStart start(Parameters parameters, String lastEventId, After after) {
        if (parameters.has(FROM) && parameters.has(AFTER)) {
            throw new HttpProblem(
                    Kind.BAD_REQUEST, "live results begin with from or after, not with both");
        }
        ReaderStart asked = ReaderStart.latest();
        if (parameters.has(AFTER)) {
            asked = after.start(AFTER, parameters.single(AFTER));
        } else if (parameters.has(FROM)) {
            asked = from(parameters.single(FROM));
        }
        boolean again = lastEventId != null && !lastEventId.isEmpty();
        return again ? after.start(LAST_EVENT_ID, lastEventId) : asked;
    }

    private static ReaderStart from(String value) {
        return switch (value) {
            case "now" -> ReaderStart.latest();
            case "earliest" -> ReaderStart.earliest();
            default -> ReaderStart.timestamp(time(FROM, value, "now, earliest or a time in ms"));
        };
    }

    private static ReaderStart afterWindow(String name, String value) {
        return ReaderStart.timestamp(time(name, value, "a window end in ms") + 1);
    }

    private static ReaderStart afterTuple(String name, String value) {
        String rule = "the position of a tuple";
        long position = time(name, value, rule);
        if (position < 0) {
            throw new HttpProblem(Kind.BAD_REQUEST, name + " must be " + rule + ": value=" + value);
        }
        return ReaderStart.at(position + 1);
    }

    private static long time(String name, String value, String rule) {
        try {
            long time = Long.parseLong(value);
            if (time == Long.MIN_VALUE) {
                throw new NumberFormatException();
            }
            return InputLimits.checkWindowEnd(time);
        } catch (NumberFormatException e) {
            throw new HttpProblem(Kind.BAD_REQUEST, name + " must be " + rule + ": value=" + value);
        } catch (WukongsException e) {
            throw new HttpProblem(Kind.BAD_REQUEST, name + ": " + e.getMessage());
        }
    }
}
