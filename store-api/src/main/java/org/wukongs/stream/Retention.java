package org.wukongs.stream;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.annotation.PublicEvolving;
import org.wukongs.error.WukongsException;
import org.wukongs.ntriples.TermScanner;

/**
 * How long a stream keeps the timeless triples that it stores, after the end of the batch in which
 * it last said them.
 *
 * <p>As text, {@code 60s} or {@code forever}, then predicates that differ: {@code
 * 60s,<http://x/knows>=7d,<http://x/name>=forever}. Without a first part, others stay for ever.
 *
 * @param keptMs 1 to {@link #KEPT_MS_MAX}, or {@link #FOREVER_MS}
 * @param keptMsByPredicate the same for some predicates, absolute IRIs without brackets
 */
@PublicEvolving
public record Retention(long keptMs, Map<String, Long> keptMsByPredicate) {

    /** In place of a time: for ever. */
    public static final long FOREVER_MS = Long.MAX_VALUE;

    /** 10,000 years, so that event times and retentions can be added safely. */
    public static final long KEPT_MS_MAX = 3_652_500L * 86_400_000L;

    /** Everything stays. */
    public static final Retention FOREVER = new Retention(FOREVER_MS, Map.of());

    private static final String FOREVER_TEXT = "forever";
    private static final Pattern PART = Pattern.compile("\\s*(?:<([^<>]*)>\\s*=)?([^<>=,]*)(,|$)");

    public Retention {
        keptMsByPredicate = Map.copyOf(keptMsByPredicate);
        checkKept(keptMs);
        InputLimits.checkRange(
                "number of predicates with a retention",
                keptMsByPredicate.size(),
                0,
                InputLimits.TIMING_PREDICATE_COUNT_MAX);
        keptMsByPredicate.forEach(Retention::checkPredicate);
    }

    private static void checkKept(long keptMs) {
        if (keptMs != FOREVER_MS) {
            InputLimits.checkRange("retention in ms", keptMs, 1, KEPT_MS_MAX);
        }
    }

    private static void checkPredicate(String iri, long keptMs) {
        InputLimits.checkLength("predicate with a retention", iri, InputLimits.NAME_CHARS_MAX);
        if (!TermScanner.isAbsoluteIri(iri)) {
            throw WukongsException.user(
                    "predicate with a retention is not an absolute IRI: predicate=" + iri);
        }
        checkKept(keptMs);
    }

    /** Returns a retention of one time for all predicates. */
    public static Retention ofMs(long keptMs) {
        return new Retention(keptMs, Map.of());
    }

    /** Returns the retention of a text as described above; USER error for another text. */
    public static Retention parse(String text) {
        Objects.requireNonNull(text, "text");
        Map<String, Long> byPredicate = new LinkedHashMap<>();
        long keptMs = FOREVER_MS;
        boolean hasDefault = false;
        Matcher matcher = PART.matcher(text);
        for (int at = 0; at <= text.length(); at = matcher.end()) {
            boolean valid = matcher.find(at) && matcher.start() == at;
            valid &= valid && (matcher.group(1) != null || !hasDefault);
            if (!valid) {
                throw malformed(text);
            }
            long partMs = partMs(matcher.group(2).trim(), text);
            if (matcher.group(1) == null) {
                keptMs = partMs;
                hasDefault = true;
            } else if (byPredicate.put(matcher.group(1), partMs) != null) {
                throw WukongsException.user(
                        "a predicate has two retentions: predicate=" + matcher.group(1));
            }
            if (matcher.group(3).isEmpty()) {
                break;
            }
        }
        return new Retention(keptMs, byPredicate);
    }

    private static long partMs(String part, String text) {
        try {
            return part.equals(FOREVER_TEXT) ? FOREVER_MS : Durations.parseMs(part);
        } catch (WukongsException e) {
            throw malformed(text);
        }
    }

    private static WukongsException malformed(String text) {
        return WukongsException.user(
                "a retention is forever or a duration, a number with ms, s, m, h or d such as 60s,"
                        + " then <predicate>=duration for predicates that differ, separated by"
                        + " commas: retention="
                        + text);
    }

    /** Returns true if everything stays for ever. */
    public boolean isForever() {
        return keptMs == FOREVER_MS
                && keptMsByPredicate.values().stream().allMatch(ms -> ms == FOREVER_MS);
    }

    /** Returns the text that {@link #parse} reads. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(text(keptMs));
        new TreeMap<>(keptMsByPredicate)
                .forEach((iri, ms) -> text.append(",<").append(iri).append(">=").append(text(ms)));
        return text.toString();
    }

    private static String text(long keptMs) {
        return keptMs == FOREVER_MS ? FOREVER_TEXT : Durations.text(keptMs);
    }
}
