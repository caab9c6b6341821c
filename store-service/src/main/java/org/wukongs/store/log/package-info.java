/**
 * The write-ahead log of a store node. In: records of the store agent, each a frame of the wire
 * protocol, and what a {@link org.wukongs.store.log.Preamble} puts before them. Out: segments on
 * disk, positions up to which they are written and durable, and, after a start, the same records in
 * the same order. The store agent owns the {@link org.wukongs.store.log.LogWriter}, a thread of its
 * own the {@link org.wukongs.store.log.LogAgent}; the thread that starts a node reads the log
 * before there is a writer. Limits: bytes that wait for the disk, bytes of a segment ({@link
 * org.wukongs.store.log.LogOptions}), bytes of a record (those of a frame).
 */
package org.wukongs.store.log;
