package org.wukongs.kafka.lsbench;

import org.wukongs.error.WukongsException;

/**
 * Size and speed of a generated network. Rates are in tuples a second; the defaults are a tenth of
 * the paper's.
 *
 * @param users accounts in the stored graph, numbered 1 (most active) to users (least active)
 * @param seed the same seed and sizes give the same data
 */
public record LsbenchConfig(
        int users,
        long seed,
        int postRate,
        int postLikeRate,
        int photoRate,
        int photoLikeRate,
        int gpsRate) {

    /** Friends and likes need other users. */
    public static final int USERS_MIN = 10;

    /**
     * A user takes about 140 bytes of heap at a mean of 27 friends, and more above: 1,000,000 users
     * fit into 1 GiB.
     */
    public static final int USERS_MAX = 1_000_000;

    /** Above 1,000,000 tuples/s in a stream, more than a thousand tuples share a millisecond. */
    public static final int RATE_MAX = 1_000_000;

    /** Factor on the paper's rates: more than one process can generate. */
    public static final double PAPER_TIMES_MAX = 100;

    /** The default rates are a tenth of the paper's. */
    private static final double PAPER_FACTOR = 10;

    private static final LsbenchConfig DEFAULT =
            new LsbenchConfig(1000, 1, 1000, 8600, 1000, 750, 2000);

    public LsbenchConfig {
        requireRange("users", users, USERS_MIN, USERS_MAX);
        requireRange("postRate", postRate, 1, RATE_MAX);
        requireRange("postLikeRate", postLikeRate, 1, RATE_MAX);
        requireRange("photoRate", photoRate, 1, RATE_MAX);
        requireRange("photoLikeRate", photoLikeRate, 1, RATE_MAX);
        requireRange("gpsRate", gpsRate, 1, RATE_MAX);
    }

    public static LsbenchConfig defaults() {
        return DEFAULT;
    }

    public LsbenchConfig withUsers(int newUsers) {
        return new LsbenchConfig(
                newUsers, seed, postRate, postLikeRate, photoRate, photoLikeRate, gpsRate);
    }

    public LsbenchConfig withSeed(long newSeed) {
        return new LsbenchConfig(
                users, newSeed, postRate, postLikeRate, photoRate, photoLikeRate, gpsRate);
    }

    public LsbenchConfig withRate(LsbenchStreams stream, int rate) {
        return new LsbenchConfig(
                users,
                seed,
                stream == LsbenchStreams.PO ? rate : postRate,
                stream == LsbenchStreams.PO_LIKE ? rate : postLikeRate,
                stream == LsbenchStreams.PH ? rate : photoRate,
                stream == LsbenchStreams.PH_LIKE ? rate : photoLikeRate,
                stream == LsbenchStreams.GPS ? rate : gpsRate);
    }

    /**
     * All rates times {@code factor}, rounded, each at least 1; {@code 10} is the paper's full
     * speed.
     */
    public LsbenchConfig scaledRates(double factor) {
        if (!(factor > 0 && factor <= RATE_MAX)) {
            throw WukongsException.user("rate factor must be above 0: factor=" + factor);
        }
        LsbenchConfig scaled = this;
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            long rate = Math.max(1, Math.round(rate(stream) * factor));
            scaled = scaled.withRate(stream, (int) Math.min(rate, Integer.MAX_VALUE));
        }
        return scaled;
    }

    /** The default rates at {@code times} the paper's speed. */
    public LsbenchConfig withPaperRates(double times) {
        return scaledRates(times * PAPER_FACTOR);
    }

    /** Tuples a second of {@code stream}. */
    public int rate(LsbenchStreams stream) {
        return switch (stream) {
            case PO -> postRate;
            case PO_LIKE -> postLikeRate;
            case PH -> photoRate;
            case PH_LIKE -> photoLikeRate;
            case GPS -> gpsRate;
        };
    }

    private static void requireRange(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw WukongsException.user(
                    "LSBench option is out of range: option="
                            + name
                            + " value="
                            + value
                            + " min="
                            + min
                            + " max="
                            + max);
        }
    }
}
