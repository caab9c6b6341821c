package org.wukongs.store.log;

/** When the log makes durable what it has written. */
public enum SyncMode {
    /** Each group, before anything of it is acknowledged. */
    COMMIT,
    /**
     * When {@link LogWriter#requestSync} asks for it. A crash of the machine takes what was written
     * since.
     */
    BARRIER,
    /**
     * Never, but for complete segments: it leaves that to the operating system. A crash of the
     * machine takes what was not yet on disk; {@link LogWriter#durablePosition} stays where the
     * start of the log found it.
     */
    SYSTEM
}
