package org.wukongs.store.security;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lines about who has changed something, at a logger of its own, {@code org.wukongs.audit}, if the
 * store has tokens: one a request, of bounded length, in which no text of a client can look like
 * another line or field. Requests with tuples, of which there may be thousands a second, have one
 * line a minute for each token, address and stream. Any thread.
 */
public final class AuditLog {

    /** The name of its logger. */
    public static final String LOGGER = "org.wukongs.audit";

    /** Of what clients say; the rest is cut off. */
    public static final int SUBJECT_CHARS_MAX = 200;

    private static final long REPEAT_NS = TimeUnit.MINUTES.toNanos(1);

    /** Requests that are remembered as repeated; of the others, each has a line. */
    private static final int REPEATED_COUNT_MAX = 1_024;

    private static final Logger LOG = LoggerFactory.getLogger(LOGGER);

    private final BooleanSupplier isOn;
    private final NanoClock clock;
    private final Map<String, Long> repeated = new Repeated(); // when last; guarded by itself

    private static final class Repeated extends LinkedHashMap<String, Long> {

        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > REPEATED_COUNT_MAX;
        }
    }

    AuditLog(BooleanSupplier isOn, NanoClock clock) {
        this.isOn = isOn;
        this.clock = clock;
    }

    /**
     * Writes a line, if it is known who it is: strangers cannot fill the log.
     *
     * @param request what was asked for
     * @param subject about what, as the client said it; may be null
     * @param result {@code ok}, or why not
     */
    public void write(Login login, Right right, String request, String subject, String result) {
        boolean known = login.caller().role() != null;
        if (known && isOn.getAsBoolean() && LOG.isInfoEnabled()) {
            String line = line(login, right, request, subject, result);
            if (right != Right.STREAM || isNew(line)) {
                LOG.info("{}", line);
            }
        }
    }

    private boolean isNew(String line) {
        long nowNs = clock.nanoTime();
        synchronized (repeated) {
            Long beforeNs = repeated.get(line);
            if (beforeNs != null && nowNs - beforeNs < REPEAT_NS) {
                return false;
            }
            repeated.remove(line); // so that it is the newest
            repeated.put(line, nowNs);
            return true;
        }
    }

    static String line(Login login, Right right, String request, String subject, String result) {
        Role role = login.caller().role();
        return "name="
                + quoted(login.caller().name())
                + " role="
                + (role == null ? "none" : role.text())
                + " remote="
                + login.remote()
                + " right="
                + right.text()
                + " request="
                + quoted(request)
                + " subject="
                + quoted(subject == null ? "" : subject)
                + " result="
                + quoted(result);
    }

    /** Returns text in quotes, with everything escaped that is not plain. */
    private static String quoted(String text) {
        StringBuilder line = new StringBuilder().append('"');
        int end = Math.min(text.length(), SUBJECT_CHARS_MAX);
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                line.append('\\').append(c);
            } else if (isPlain(c)) {
                line.append(c);
            } else {
                line.append(String.format("\\u%04x", (int) c));
            }
        }
        return line.append(end < text.length() ? "…\"" : "\"").toString();
    }

    private static boolean isPlain(char c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.UNASSIGNED,
                    Character.PRIVATE_USE ->
                    false;
            default -> true;
        };
    }
}
