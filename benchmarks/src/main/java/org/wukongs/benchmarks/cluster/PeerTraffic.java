package org.wukongs.benchmarks.cluster;

import java.util.Map;

/**
 * What nodes have asked each other, all of them together, since their start.
 *
 * @param requests requests sent
 * @param requestBytes their bytes on the wire
 * @param answerBytes bytes of their answers
 */
record PeerTraffic(long requests, long requestBytes, long answerBytes) {

    static final PeerTraffic NONE = new PeerTraffic(0, 0, 0);

    private static final Map<String, PeerTraffic> UNITS =
            Map.of(
                    "wukongs_peer_requests_total", new PeerTraffic(1, 0, 0),
                    "wukongs_peer_request_bytes_total", new PeerTraffic(0, 1, 0),
                    "wukongs_peer_answer_bytes_total", new PeerTraffic(0, 0, 1));

    /** Reads what one node says at {@code /metrics}. */
    static PeerTraffic of(String metrics) {
        PeerTraffic sum = NONE;
        for (String line : metrics.lines().filter(line -> !line.startsWith("#")).toList()) {
            PeerTraffic unit = UNITS.get(line.split("[{ ]", 2)[0]);
            if (unit != null) {
                long value = (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
                sum = sum.plus(unit.times(value));
            }
        }
        return sum;
    }

    PeerTraffic plus(PeerTraffic other) {
        return new PeerTraffic(
                requests + other.requests,
                requestBytes + other.requestBytes,
                answerBytes + other.answerBytes);
    }

    PeerTraffic minus(PeerTraffic before) {
        return plus(before.times(-1));
    }

    private PeerTraffic times(long factor) {
        return new PeerTraffic(requests * factor, requestBytes * factor, answerBytes * factor);
    }
}
