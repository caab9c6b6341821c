package org.wukongs.store.view;

/**
 * What requests to other nodes cost. By these an execution chooses between many small requests and
 * few large ones.
 *
 * @param waitNs ns from sending a small request to its answer, if nothing else is under way
 * @param workNs ns that a further small request adds, if several are sent at the same time
 * @param idNs ns for an id that is sent or comes back
 */
public record RequestCosts(double waitNs, double workNs, double idNs) {

    /** Of nodes of one machine over TCP, before anything is measured. */
    public static final RequestCosts UNMEASURED = new RequestCosts(40_000, 5_000, 6);

    /** No hand-over to another thread takes less. */
    private static final double WAIT_NS_MIN = 500;

    /** A way around the globe, and a pause of the other node. */
    private static final double WAIT_NS_MAX = 500_000_000;

    private static final double WORK_NS_MIN = 100;

    /** A copy through two buffers. */
    private static final double ID_NS_MIN = 0.5;

    /** 3 Mbit/s. */
    private static final double ID_NS_MAX = 20_000;

    /**
     * Returns costs as they were measured, each within bounds that a network can have: whatever a
     * node answers when, it gets neither all rows nor none for that. What is not a number becomes
     * the least.
     */
    public static RequestCosts measured(double waitNs, double workNs, double idNs) {
        double wait = within(waitNs, WAIT_NS_MIN, WAIT_NS_MAX);
        return new RequestCosts(
                wait, within(workNs, WORK_NS_MIN, wait), within(idNs, ID_NS_MIN, ID_NS_MAX));
    }

    private static double within(double value, double min, double max) {
        return value > min ? Math.min(value, max) : min;
    }

    /**
     * Returns costs that a newer measurement has changed: to what it says if that is less, half way
     * if it is more, because pauses and other work make requests slower, and nothing makes them
     * faster than they are.
     */
    public RequestCosts adapted(RequestCosts newer) {
        return new RequestCosts(
                adapted(waitNs, newer.waitNs),
                adapted(workNs, newer.workNs),
                adapted(idNs, newer.idNs));
    }

    private static double adapted(double before, double now) {
        return now < before ? now : (before + now) / 2;
    }

    /**
     * Returns the costs of requests to both of two nodes: whoever asks both waits for the slower.
     */
    public RequestCosts with(RequestCosts other) {
        return new RequestCosts(
                Math.max(waitNs, other.waitNs),
                Math.max(workNs, other.workNs),
                Math.max(idNs, other.idNs));
    }
}
