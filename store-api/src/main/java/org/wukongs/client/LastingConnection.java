package org.wukongs.client;

import java.time.Duration;
import java.util.function.Consumer;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/** A connection to a store node that reconnects after it is lost. Not thread-safe. */
final class LastingConnection implements AutoCloseable {

    private final StoreAddress address;
    private final Duration deadline;
    private final RetryStrategy retries;
    private final long process;
    private StoreConnection current;
    private int tryCount; // since the store's last answer

    LastingConnection(StoreAddress address, Duration deadline, RetryStrategy retries) {
        this.address = address;
        this.deadline = deadline;
        this.retries = retries;
        this.current = new StoreConnection(address, deadline);
        this.process = current.process();
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
                current = new StoreConnection(address, deadline);
                checkProcess();
                resume.accept(current);
                return;
            } catch (WukongsException e) {
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
     * with them would write other data.
     */
    private void checkProcess() {
        if (current.process() != process) {
            throw WukongsException.retriable(
                    "the store was restarted, its earlier answers are no longer valid: address="
                            + address);
        }
    }

    @Override
    public void close() {
        current.close();
    }
}
