package org.wukongs.store.security;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.WukongsException;
import org.wukongs.tls.PemFiles;

/**
 * What some files say, read again when their bytes change. If the new bytes cannot be used, the old
 * ones count on, and that is logged once. Any thread may get the value, one thread refreshes.
 */
final class ReloadedFiles<T> {

    private static final Logger LOG = LoggerFactory.getLogger(ReloadedFiles.class);

    private final String what;
    private final List<Path> files;
    private final Supplier<T> reader;
    private final AtomicLong failureCount;
    private List<byte[]> seen; // owner: who refreshes
    private String failure; // the last one, null after a success; owner: who refreshes
    private volatile T value; // owner: who refreshes

    /** Reads the files; USER error if they cannot be used. */
    ReloadedFiles(String what, List<Path> files, Supplier<T> reader, AtomicLong failureCount) {
        this.what = what;
        this.files = files;
        this.reader = reader;
        this.failureCount = failureCount;
        this.seen = bytes();
        this.value = reader.get();
    }

    T value() {
        return value;
    }

    /** Reads the files again if they have changed; returns whether there is a new value. */
    boolean refresh() {
        try {
            List<byte[]> now = bytes();
            if (failure == null && isSame(now, seen)) {
                return false;
            }
            seen = now;
            value = reader.get();
            failure = null;
            LOG.info("{} read again: files={}", what, files);
            return true;
        } catch (WukongsException e) {
            fail(e.getMessage());
            return false;
        }
    }

    private void fail(String reason) {
        if (!reason.equals(failure)) {
            failureCount.incrementAndGet();
            LOG.error("{} cannot be read again, the old ones count on: {}", what, reason);
            failure = reason;
        }
    }

    private List<byte[]> bytes() {
        List<byte[]> all = new ArrayList<>();
        files.forEach(file -> all.add(PemFiles.bytes(file)));
        return all;
    }

    private static boolean isSame(List<byte[]> a, List<byte[]> b) {
        return Arrays.deepEquals(a.toArray(), b.toArray());
    }
}
