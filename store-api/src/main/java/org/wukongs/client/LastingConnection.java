package org.wukongs.client;

import java.time.Duration;
import java.util.function.Consumer;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/** A connection to a store node that is made again when it is lost. Not thread-safe. */
final class LastingConnection implements AutoCloseable {

    private final StoreAddress address;
    private final Duration deadline;
    private final RetryStrategy retries;
    private final long process;
    private StoreConnection current;
    private int tryCount; // since the store has answered

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

    /** The store has answered a request: what is lost next may be tried from the beginning. */
    void answered() {
        tryCount = 0;
    }

    /**
     * After an error: connects again and has {@code resume} say what is to be said first.
     *
     * @throws WukongsException the error, where it is an answer of the store; its last reason,
     *     where the connection was lost and all tries were in vain; RETRIABLE where the store was
     *     started again meanwhile; what {@code resume} was answered
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
     * A store that was started again has lost messages, or ids of terms, that it gave before: who
     * goes on with them would write something else.
     */
    private void checkProcess() {
        if (current.process() != process) {
            throw WukongsException.retriable(
                    "the store was started again, what was asked of it before does not hold any"
                            + " more: address="
                            + address);
        }
    }

    @Override
    public void close() {
        current.close();
    }
}
