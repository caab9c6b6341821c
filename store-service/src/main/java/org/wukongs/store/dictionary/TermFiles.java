package org.wukongs.store.dictionary;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Function;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Status;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/**
 * The dictionary's directory: a RocksDB with the column families of {@link DiskKeyDescriptor}.
 * Errors of RocksDB become {@link WukongsException}s. Any thread may call it; a call after or
 * during {@link #close} throws an {@link IllegalStateException} and does not crash the process.
 */
final class TermFiles implements AutoCloseable {

    private static final byte[] FORMAT_KEY = "format".getBytes(US_ASCII);
    private static final byte[] FORMAT = "1".getBytes(US_ASCII);

    /** With 10 bits, 1 % of look-ups for missing terms read a block (RocksDB's usual choice). */
    private static final int BLOOM_BITS_PER_KEY = 10;

    private static final int LOG_FILES_KEPT = 2;

    static {
        RocksDB.loadLibrary();
    }

    /** An access to RocksDB, which may fail. */
    interface Access<T> {
        T run(RocksDB db) throws RocksDBException;
    }

    private final Path directory;
    private final BloomFilter bloom = new BloomFilter(BLOOM_BITS_PER_KEY);
    private final ColumnFamilyOptions familyOptions;
    private final DBOptions options;
    private final WriteOptions writeOptions = new WriteOptions();
    private final List<ColumnFamilyHandle> families = new ArrayList<>();
    // null after close; read under the lock
    private RocksDB db;
    private final StampedLock lock = new StampedLock();

    /** Opens the dictionary in {@code directory}, a new one if there is none. */
    TermFiles(Path directory) {
        this.directory = directory;
        familyOptions =
                new ColumnFamilyOptions()
                        .setTableFormatConfig(new BlockBasedTableConfig().setFilterPolicy(bloom));
        options =
                new DBOptions()
                        .setCreateIfMissing(true)
                        .setCreateMissingColumnFamilies(true)
                        .setKeepLogFileNum(LOG_FILES_KEPT)
                        .setInfoLogLevel(InfoLogLevel.WARN_LEVEL);
        boolean opened = false;
        try {
            open();
            opened = true;
        } finally {
            if (!opened) {
                close();
            }
        }
    }

    private void open() {
        List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
        for (String name : List.of("default", "meta", "term-vid", "vid-term", "pid-vid")) {
            descriptors.add(new ColumnFamilyDescriptor(name.getBytes(US_ASCII), familyOptions));
        }
        try {
            Files.createDirectories(directory);
            db = RocksDB.open(options, directory.toString(), descriptors, families);
        } catch (IOException e) {
            throw new WukongsException(
                    Category.USER,
                    "cannot create the dictionary's directory: directory=" + directory,
                    e);
        } catch (RocksDBException e) {
            throw failure(e);
        }
        byte[] format = call(db -> db.get(meta(), FORMAT_KEY));
        if (format == null) {
            run(db -> db.put(meta(), FORMAT_KEY, FORMAT));
        } else if (!Arrays.equals(format, FORMAT)) {
            throw WukongsException.user(
                    "the dictionary has another format: directory="
                            + directory
                            + " format="
                            + new String(format, US_ASCII));
        }
    }

    private ColumnFamilyHandle meta() {
        return families.get(1);
    }

    ColumnFamilyHandle termVid() {
        return families.get(2);
    }

    ColumnFamilyHandle vidTerm() {
        return families.get(3);
    }

    ColumnFamilyHandle pidVid() {
        return families.get(4);
    }

    /** Returns the value of a key, null if there is none. */
    byte[] get(ColumnFamilyHandle family, byte[] key) {
        return call(db -> db.get(family, key));
    }

    /** Returns the values of keys in their order, null for missing ones. */
    List<byte[]> get(ColumnFamilyHandle family, List<byte[]> keys) {
        return keys.isEmpty()
                ? List.of()
                : call(db -> db.multiGetAsList(Collections.nCopies(keys.size(), family), keys));
    }

    /**
     * Writes all of a batch or nothing. The batch survives a crash of the process at once, of the
     * machine after sync.
     */
    void write(WriteBatch batch) {
        run(db -> db.write(writeOptions, batch));
    }

    static void put(WriteBatch batch, ColumnFamilyHandle family, byte[] key, byte[] value) {
        try {
            batch.put(family, key, value);
        } catch (RocksDBException e) {
            throw new IllegalStateException("a batch in memory refused an entry", e);
        }
    }

    void sync() {
        run(db -> db.flushWal(true));
    }

    /** Returns the bytes of RocksDB's own memory: memtables, block cache, table readers. */
    long memoryBytes() {
        return call(
                db ->
                        db.getAggregatedLongProperty("rocksdb.cur-size-all-mem-tables")
                                + db.getLongProperty(termVid(), "rocksdb.block-cache-usage")
                                + db.getAggregatedLongProperty(
                                        "rocksdb.estimate-table-readers-mem"));
    }

    /** Runs {@code access} with an iterator over a family. */
    <T> T iterate(ColumnFamilyHandle family, Function<RocksIterator, T> access) {
        return call(
                db -> {
                    try (RocksIterator iterator = db.newIterator(family)) {
                        T result = access.apply(iterator);
                        iterator.status();
                        return result;
                    }
                });
    }

    private interface Action {
        void run(RocksDB db) throws RocksDBException;
    }

    private void run(Action action) {
        call(
                db -> {
                    action.run(db);
                    return null;
                });
    }

    private <T> T call(Access<T> access) {
        long stamp = lock.readLock();
        try {
            if (db == null) {
                throw new IllegalStateException("the dictionary is closed");
            }
            return access.run(db);
        } catch (RocksDBException e) {
            throw failure(e);
        } finally {
            lock.unlockRead(stamp);
        }
    }

    private WukongsException failure(RocksDBException e) {
        Status.Code code = e.getStatus() == null ? null : e.getStatus().getCode();
        String where = ": directory=" + directory + " reason=" + e.getMessage();
        if (code == Status.Code.IOError && e.getMessage().contains("lock")) {
            return new WukongsException(
                    Category.USER, "the dictionary is in use by another process" + where, e);
        }
        return code == Status.Code.Corruption
                ? new WukongsException(Category.FATAL, "the dictionary is damaged" + where, e)
                : new WukongsException(Category.FATAL, "the dictionary's files failed" + where, e);
    }

    @Override
    public void close() {
        long stamp = lock.writeLock();
        try {
            families.forEach(ColumnFamilyHandle::close);
            if (db != null) {
                db.close();
                db = null;
            }
            writeOptions.close();
            options.close();
            familyOptions.close();
            bloom.close();
        } finally {
            lock.unlockWrite(stamp);
        }
    }
}
