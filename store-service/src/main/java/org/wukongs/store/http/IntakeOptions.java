package org.wukongs.store.http;

import java.util.List;
import org.wukongs.store.http.HttpProblem.Kind;
import org.wukongs.stream.InputLimits;

/**
 * Options of a request with tuples. The URL parameters have the names of these components without
 * the unit.
 *
 * @param closeUpToMs no tuple before this event time will come, {@code Long.MAX_VALUE} for the word
 *     end; {@code Long.MIN_VALUE} if the parameter is missing
 * @param outOfOrdernessMs no tuple that is so much older than the newest one so far will come; −1
 *     if the parameter is missing
 * @param idle true if the stream shall not wait for this writer until the next request
 * @param takeOver true to fence other writers that are connected
 * @param sequence number of the request, from 1 without gaps: a request that has been taken is
 *     ignored; 0 if the parameter is missing
 */
record IntakeOptions(
        long closeUpToMs, long outOfOrdernessMs, boolean idle, boolean takeOver, long sequence) {

    private static final String END = "end";

    static IntakeOptions of(Parameters parameters) {
        boolean end = parameters.has("closeUpTo") && parameters.single("closeUpTo").equals(END);
        long closeUpToMs = end ? Long.MAX_VALUE : number(parameters, "closeUpTo", Long.MIN_VALUE);
        IntakeOptions options =
                new IntakeOptions(
                        closeUpToMs,
                        number(parameters, "outOfOrderness", -1),
                        flag(parameters, "idle"),
                        flag(parameters, "takeOver"),
                        number(parameters, "sequence", 0));
        if (options.outOfOrdernessMs < -1 || options.sequence < 0) {
            throw new HttpProblem(
                    Kind.BAD_REQUEST, "outOfOrderness and sequence must not be" + " negative");
        }
        if (!end && closeUpToMs != Long.MIN_VALUE) {
            checkTime(closeUpToMs);
        }
        return options;
    }

    private static void checkTime(long timeMs) {
        if (timeMs < 0 || timeMs > InputLimits.EVENT_TIME_MS_MAX) {
            throw new HttpProblem(
                    Kind.BAD_REQUEST,
                    "an event time must be in ms, from 1970 to 9999:" + " timeMs=" + timeMs);
        }
    }

    private static long number(Parameters parameters, String name, long otherwise) {
        if (!parameters.has(name)) {
            return otherwise;
        }
        String value = parameters.single(name);
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new HttpProblem(
                    Kind.BAD_REQUEST, "a parameter must be a whole number: " + name + "=" + value);
        }
    }

    private static boolean flag(Parameters parameters, String name) {
        String value = parameters.has(name) ? parameters.single(name) : "false";
        if (!List.of("true", "false").contains(value)) {
            throw new HttpProblem(
                    Kind.BAD_REQUEST, "a parameter must be true or false: " + name + "=" + value);
        }
        return value.equals("true");
    }
}
