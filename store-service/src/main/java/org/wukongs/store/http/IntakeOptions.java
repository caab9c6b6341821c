package org.wukongs.store.http;

import java.util.List;
import org.wukongs.store.http.HttpProblem.Kind;
import org.wukongs.stream.InputLimits;

/**
 * What a request with tuples says beside them, in parameters of its URL named as here, without the
 * unit.
 *
 * @param closeUpToMs no tuple before this event time comes any more, {@code Long.MAX_VALUE} for the
 *     word end; {@code Long.MIN_VALUE} where it is not there
 * @param outOfOrdernessMs no tuple that is so much older than the newest so far comes any more; −1
 *     where it is not there
 * @param idle the stream does not wait for this writer until the next request
 * @param takeOver other writers that are connected are fenced
 * @param sequence number of the request, from 1 without gaps: one that has been taken is ignored; 0
 *     where it is not there
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
            throw new HttpProblem(Kind.BAD_REQUEST, "outOfOrderness and sequence are not negative");
        }
        if (!end && closeUpToMs != Long.MIN_VALUE) {
            checkTime(closeUpToMs);
        }
        return options;
    }

    private static void checkTime(long timeMs) {
        if (timeMs < 0 || timeMs > InputLimits.EVENT_TIME_MS_MAX) {
            throw new HttpProblem(
                    Kind.BAD_REQUEST, "event times are in ms from 1970 to 9999: timeMs=" + timeMs);
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
                    Kind.BAD_REQUEST, "a parameter is no whole number: " + name + "=" + value);
        }
    }

    private static boolean flag(Parameters parameters, String name) {
        String value = parameters.has(name) ? parameters.single(name) : "false";
        if (!List.of("true", "false").contains(value)) {
            throw new HttpProblem(
                    Kind.BAD_REQUEST, "a parameter is true or false: " + name + "=" + value);
        }
        return value.equals("true");
    }
}
