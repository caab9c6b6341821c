package org.wukongs.store.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.client.StoreStatus;
import org.wukongs.error.WukongsException;
import org.wukongs.store.http.StoreHttpServer;
import org.wukongs.store.log.LogStall;
import org.wukongs.store.server.CopyStatistics;
import org.wukongs.store.server.StoreServer;

/** Ends a store and says what is kept of it. */
final class StoreEnd {

    private static final Logger LOG = LoggerFactory.getLogger(StoreEnd.class);

    /** A node that is busy says what it had a moment ago. */
    private static final long STATUS_WAIT_MS = 200;

    private final StoreServer server;
    private final StoreHttpServer http; // null for none
    private final Path dataDirectory; // null for none
    private final PrintWriter out;
    private boolean done; // guarded by this

    StoreEnd(StoreServer server, StoreHttpServer http, Path dataDirectory, PrintWriter out) {
        this.server = server;
        this.http = http;
        this.dataDirectory = dataDirectory;
        this.out = out;
    }

    /**
     * Closes the store, unless that is done. Any thread; all wait until it is said, because the
     * process may end then.
     */
    synchronized void run() {
        if (done) {
            return;
        }
        done = true;
        StoreStatus status = status();
        if (http != null) {
            http.close();
        }
        server.close();
        if (status != null) {
            say(text(status));
        }
    }

    private StoreStatus status() {
        try {
            return server.status(STATUS_WAIT_MS);
        } catch (WukongsException e) {
            LOG.debug("the store ends without its status", e);
            return null;
        }
    }

    private String text(StoreStatus status) {
        String sizes =
                "triples="
                        + status.storedTripleCount()
                        + " streams="
                        + status.streams().size()
                        + " queries="
                        + status.queries().size();
        if (dataDirectory == null) {
            return "stopped, without --data-dir nothing is kept: " + sizes;
        }
        LogStall stall = server.logStall();
        if (stall != null) {
            return "stopped, the log could not be written: what was acknowledged is kept in "
                    + dataDirectory
                    + ": reason="
                    + stall.reason();
        }
        CopyStatistics copy = server.copyStatistics();
        return "stopped, kept in "
                + dataDirectory
                + ": "
                + sizes
                + " log="
                + status.log().appendedPosition()
                + (copy == null ? "" : " copy=" + copy.position());
    }

    private void say(String text) {
        try {
            out.println(text);
            out.flush();
        } catch (WukongsException e) {
            LOG.debug("nobody reads what the store says", e);
        }
    }
}
