package org.wukongs.store.continuous;

import org.wukongs.client.ReaderId;
import org.wukongs.client.StoreStatus.ReaderStatus;
import org.wukongs.store.template.QueryTemplate;

/**
 * A reader of a query, or of all queries of a template: which windows it may still ask for, and
 * whether it is there (docs/adr/0026). The agent's thread.
 */
final class WindowReader {

    private final ReaderId id;
    private final WindowSubject subject;
    private final ReadTemplate readTemplate; // the subject; null if it is one query
    private ReaderConnection connection;
    private long pinnedMs = Long.MIN_VALUE; // MIN_VALUE: from the first possible window end on

    private WindowReader(
            ReaderId id,
            WindowSubject subject,
            ReadTemplate readTemplate,
            ReaderConnection connection) {
        this.id = id;
        this.subject = subject;
        this.readTemplate = readTemplate;
        this.connection = connection;
    }

    WindowReader(ReaderId id, RegisteredQuery query, ReaderConnection connection) {
        this(id, query, null, connection);
    }

    WindowReader(ReaderId id, ReadTemplate template, ReaderConnection connection) {
        this(id, template, template, connection);
    }

    ReaderId id() {
        return id;
    }

    /** What it reads. */
    WindowSubject subject() {
        return subject;
    }

    /** Null if it reads one query. */
    QueryTemplate template() {
        return readTemplate == null ? null : readTemplate.template();
    }

    RegisteredQuery any() {
        return subject.any();
    }

    // Presence

    /** Somebody has come as this reader, in place of whoever was. */
    void attach(ReaderConnection by) {
        connection = by;
    }

    ReaderConnection connection() {
        return connection;
    }

    // Position

    void moveTo(long windowEndMs) {
        pinnedMs = windowEndMs;
        subject.goOn(windowEndMs);
    }

    void release(long windowEndMs) {
        pinnedMs = Math.max(pinnedMs, windowEndMs);
    }

    long pinnedMs() {
        return pinnedMs;
    }

    ReaderStatus status() {
        return new ReaderStatus(id.reader(), pinnedMs, connection.isOpen());
    }

    /** Nothing is read any longer. */
    void close() {
        if (readTemplate != null) {
            readTemplate.close();
        }
    }

    /** Of a reader of a template; {@code stableMs}: up to where its streams are stable. */
    TemplateStatus templateStatus(long stableMs) {
        return readTemplate.status(pinnedMs, stableMs);
    }
}
