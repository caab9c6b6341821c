package org.wukongs.client;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/**
 * A connection to the first of some nodes that answers; it reconnects after it is lost. Not
 * thread-safe.
 */
final class LastingConnection implements AutoCloseable {

    private final List<StoreAddress> addresses;
    private final Duration deadline;
    private final RetryStrategy retries;
    private final ClientOptions options;
    private final StoreAddress address; // of the first connection
    private final long process; // the same
    private final long dictionary; // the same
    private StoreConnection current;
    private int tryCount; // since the store's last answer

    /** {@code addresses} are those of nodes of one store, tried in this order. */
    LastingConnection(
            List<StoreAddress> addresses,
            Duration deadline,
            RetryStrategy retries,
            ClientOptions options) {
        this.addresses = List.copyOf(addresses);
        this.deadline = deadline;
        this.retries = retries;
        this.options = options;
        this.current = connected();
        this.address = current.address();
        this.process = current.process();
        this.dictionary = current.dictionary();
    }

    /** Connects to the first node that answers in its share of the deadline. */
    private StoreConnection connected() {
        Duration share = deadline.dividedBy(addresses.size());
        WukongsException reason = null;
        for (StoreAddress next : addresses) {
            try {
                return new StoreConnection(next, share, options);
            } catch (WukongsException e) {
                if (e.category() != Category.RETRIABLE) {
                    throw e;
                }
                reason = e;
            }
        }
        if (addresses.size() == 1) {
            throw reason;
        }
        throw new WukongsException(
                Category.RETRIABLE,
                "no node of the store answers: addresses="
                        + addresses
                        + " last="
                        + reason.getMessage(),
                reason);
    }

    StoreConnection current() {
        return current;
    }

    /** The store has answered a request: the next loss gets all its tries again. */
    void answered() {
        tryCount = 0;
    }

    /**
     * Connects again after an error and lets {@code resume} send the first requests.
     *
     * @throws WukongsException the error itself if it is an answer of the store; the last reason if
     *     the connection was lost and all tries failed; RETRIABLE if the store was restarted
     *     meanwhile; the store's error answer to {@code resume}
     */
    void restore(WukongsException error, Consumer<StoreConnection> resume) {
        if (!current.isBroken()) {
            throw error;
        }
        WukongsException reason = error;
        while (retries.awaitTry(++tryCount)) {
            try {
                current.close();
                current = connected();
                checkProcess();
                resume.accept(current);
                return;
            } catch (WukongsException e) {
                // Without a connection, the current one is the lost one.
                boolean again = current.isBroken() && e.category() == Category.RETRIABLE;
                current.close();
                if (!again) {
                    throw e;
                }
                reason = e;
            }
        }
        current.close();
        throw reason;
    }

    /**
     * A restarted store has lost messages it took, or ids it gave to terms; a client that went on
     * with them would write other data. Another node of the same cluster knows the same ids.
     */
    private void checkProcess() {
        boolean restarted = current.address().equals(address) && current.process() != process;
        if (restarted || current.dictionary() != dictionary) {
            throw WukongsException.retriable(
                    "the store was restarted, its earlier answers are no longer valid: address="
                            + current.address());
        }
    }

    @Override
    public void close() {
        current.close();
    }
}
