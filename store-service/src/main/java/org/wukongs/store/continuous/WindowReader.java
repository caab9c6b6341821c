package org.wukongs.store.continuous;

import org.wukongs.client.ReaderId;
import org.wukongs.client.StoreStatus.ReaderStatus;
import org.wukongs.store.template.QueryTemplate;

/**
 * A reader of a query, or of all queries of a template, with its position and its connection
 * (docs/adr/0026). The agent's thread.
 */
final class WindowReader extends CutList.Element {

    private final ReaderId id;
    private final WindowSubject subject;
    private final ReadTemplate readTemplate; // the subject; null if it is one query
    private ReaderConnection connection;
    private long pinnedMs = Long.MIN_VALUE; // MIN_VALUE: the first possible window end

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

    /** The query or template that it reads. */
    WindowSubject subject() {
        return subject;
    }

    /** The template that it reads; null if it reads one query. */
    QueryTemplate template() {
        return readTemplate == null ? null : readTemplate.template();
    }

    RegisteredQuery any() {
        return subject.any();
    }

    // Presence

    /** Attaches the reader by a connection, which replaces an earlier one. */
    void attach(ReaderConnection by) {
        connection = by;
    }

    ReaderConnection connection() {
        return connection;
    }

    // Position

    /** Returns its position for cuts; null for the store's own and for live readers. */
    ReaderCut cut() {
        boolean kept = !id.reader().equals(DerivedStream.READER) && !id.isLive();
        return kept ? new ReaderCut(id, pinnedMs) : null;
    }

    void moveTo(long windowEndMs) {
        beforeChange();
        pinnedMs = windowEndMs;
        if (!id.isLive()) {
            subject.goOn(windowEndMs);
        }
    }

    void release(long windowEndMs) {
        beforeChange();
        pinnedMs = Math.max(pinnedMs, windowEndMs);
    }

    long pinnedMs() {
        return pinnedMs;
    }

    ReaderStatus status() {
        return new ReaderStatus(id.reader(), pinnedMs, connection.isOpen());
    }

    /** Ends the reading. */
    void close() {
        if (readTemplate != null) {
            readTemplate.close();
        }
    }

    /** The status of a reader of a template, whose streams are stable up to {@code stableMs}. */
    TemplateStatus templateStatus(long stableMs) {
        return readTemplate.status(pinnedMs, stableMs);
    }
}
