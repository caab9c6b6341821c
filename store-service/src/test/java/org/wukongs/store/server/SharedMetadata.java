package org.wukongs.store.server;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.store.metadata.MetadataLog;
import org.wukongs.store.metadata.MetadataPoint;

/** A metadata log in memory, which nodes in one process share. Any thread. */
final class SharedMetadata {

    private final List<byte[]> records = new ArrayList<>(); // guarded by this

    private synchronized void append(byte[] bytes) {
        records.add(bytes);
    }

    private synchronized byte[] at(long position) {
        return position < records.size() ? records.get((int) position) : null;
    }

    private synchronized int size() {
        return records.size();
    }

    /** One node's view of the log. */
    MetadataLog open(MetadataPoint from) {
        return new MetadataLog() {

            private long position = from.position();

            @Override
            public String identity() {
                return "shared";
            }

            @Override
            public boolean append(byte[] record) {
                SharedMetadata.this.append(record.clone());
                return true;
            }

            @Override
            public Entry poll() {
                byte[] bytes = at(position);
                return bytes == null ? null : new Entry(++position, bytes);
            }

            @Override
            public long position() {
                return position;
            }

            @Override
            public long endPosition() {
                return size();
            }

            @Override
            public String stall() {
                return null;
            }

            @Override
            public void close() {}
        };
    }
}
