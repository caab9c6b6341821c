package org.wukongs.store.server;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;
import org.wukongs.ring.RingDescriptor;
import org.wukongs.ring.RingFile;

/**
 * Makes the rings of a server's connections, limits their memory and counts them. Any thread.
 *
 * <p>A file has a name for as long as a client takes to open it. A server that is killed meanwhile
 * leaves it; the next one deletes those of its user that are older than any handshake.
 */
final class LocalRings {

    private static final Logger LOG = LoggerFactory.getLogger(LocalRings.class);

    private static final String OFF = "--local-rings is off";
    private static final long LEFT_MS = TimeUnit.MINUTES.toMillis(10);

    private final RingOptions options;
    private final SecureRandom random = new SecureRandom();
    private final RareLog refusals;
    private final RareLog faults;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicInteger openCount = new AtomicInteger();
    private final AtomicLong takenCount = new AtomicLong();
    private final AtomicLong refusedCount = new AtomicLong();
    private final AtomicLong brokenCount = new AtomicLong();
    private final LongAdder bellCount = new LongAdder();

    LocalRings(RingOptions options, NanoClock clock, EpochClock epochClock) {
        this.options = options;
        this.refusals = new RareLog(clock);
        this.faults = new RareLog(clock);
        if (!options.isOff()) {
            deleteLeft(epochClock.time() - LEFT_MS);
        }
    }

    /**
     * Makes a file of two rings.
     *
     * @throws WukongsException with the reason if there is none for a client
     */
    Lease newLease() {
        if (options.isOff()) {
            throw WukongsException.user(OFF);
        }
        int fileBytes = RingDescriptor.fileBytes(options.capacityBytes());
        if (bytes.addAndGet(fileBytes) > options.bytesMax()) {
            bytes.addAndGet(-fileBytes);
            throw refused(
                    "rings take as much memory as they may, raise --local-rings-memory: bytesMax="
                            + options.bytesMax());
        }
        boolean made = false;
        try {
            Lease lease = new Lease(newFile(), fileBytes);
            made = true;
            return lease;
        } catch (IOException e) {
            throw refused(
                    "a ring cannot be made: directory="
                            + options.directory()
                            + " reason="
                            + IoReason.of(e));
        } catch (UnsupportedOperationException e) {
            throw refused(
                    "a ring cannot be made, the file system has no POSIX permissions: directory="
                            + options.directory());
        } finally {
            if (!made) {
                bytes.addAndGet(-fileBytes);
            }
        }
    }

    private RingFile newFile() throws IOException {
        String id = String.format(Locale.ROOT, "%016x%016x", random.nextLong(), random.nextLong());
        return RingFile.create(
                options.directory(),
                id,
                options.capacityBytes(),
                random.nextLong(),
                random.nextLong());
    }

    private WukongsException refused(String why) {
        refused();
        if (refusals.isDue()) {
            LOG.warn("a client on this host is served over TCP: {}", why);
        }
        return WukongsException.user(why);
    }

    private void refused() {
        refusedCount.incrementAndGet();
    }

    /** Counts bells that the server rings. */
    LongAdder bellCount() {
        return bellCount;
    }

    /** Counts a connection that was closed because of what its client has done to the memory. */
    void broken(Connection connection, Throwable cause) {
        long count = brokenCount.incrementAndGet();
        if (faults.isDue()) {
            LOG.warn(
                    "a connection was closed, its client has written into the shared memory what"
                            + " cannot be: remote={} broken={} reason={}",
                    connection,
                    count,
                    cause.getMessage());
        }
    }

    RingStatistics statistics() {
        return new RingStatistics(
                openCount.get(),
                bytes.get(),
                options.isOff() ? 0 : options.bytesMax(),
                takenCount.get(),
                refusedCount.get(),
                brokenCount.get(),
                bellCount.sum());
    }

    /** The rings of one connection. Its session's thread only. */
    final class Lease implements AutoCloseable {

        private final RingFile file;
        private final int fileBytes;
        private boolean named = true;
        private boolean taken;
        private boolean closed;

        Lease(RingFile file, int fileBytes) {
            this.file = file;
            this.fileBytes = fileBytes;
        }

        RingFile file() {
            return file;
        }

        int capacityBytes() {
            return options.capacityBytes();
        }

        /** Whether somebody has said what stands in the file, and so sees it. */
        boolean isSeen(long nonceHigh, long nonceLow) {
            return file.nonceHigh() == nonceHigh && file.nonceLow() == nonceLow;
        }

        /** The client has opened it. */
        void take() {
            unlink();
            taken = true;
            takenCount.incrementAndGet();
            openCount.incrementAndGet();
        }

        /** The client has not opened it, and says why. */
        void refuse(String why) {
            refused();
            if (refusals.isDue()) {
                LOG.info("a client that seems to be on this host is served over TCP: {}", why);
            }
            close();
        }

        private void unlink() {
            if (named) {
                named = false;
                try {
                    file.unlink();
                } catch (IOException e) {
                    LOG.warn("a file of rings cannot be deleted: path={}", file.path(), e);
                }
            }
        }

        /** Gives up its memory. */
        @Override
        public void close() {
            if (!closed) {
                closed = true;
                unlink();
                file.close();
                bytes.addAndGet(-fileBytes);
                if (taken) {
                    openCount.decrementAndGet();
                }
            }
        }
    }

    private void deleteLeft(long beforeMs) {
        if (!Files.isDirectory(options.directory())) {
            return; // said when somebody asks for rings
        }
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(options.directory(), RingDescriptor.NAME_PREFIX + "*")) {
            for (Path file : files) {
                boolean ofRings =
                        file.getFileName().toString().matches(RingDescriptor.NAME_PATTERN);
                if (ofRings && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    deleteLeft(file, beforeMs);
                }
            }
        } catch (IOException e) {
            LOG.warn("files of rings cannot be listed: directory={}", options.directory(), e);
        }
    }

    private static void deleteLeft(Path file, long beforeMs) {
        try {
            long madeMs = Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toMillis();
            if (madeMs < beforeMs) {
                Files.deleteIfExists(file);
                LOG.info("deleted a file of rings that a process has left: path={}", file);
            }
        } catch (IOException e) {
            LOG.debug("a file of rings is not ours: path={}", file, e);
        }
    }
}
