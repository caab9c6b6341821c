package org.wukongs.benchmarks.recovery;

import java.util.Locale;
import org.wukongs.store.log.SyncMode;

/** Whether a store has a log, and when that is synced. */
enum LogMode {
    NONE,
    SYSTEM,
    BARRIER,
    COMMIT;

    /** As {@code --sync} has it. */
    SyncMode syncMode() {
        return SyncMode.valueOf(name());
    }

    /** As results have it. */
    @Override
    public String toString() {
        return this == NONE ? "no log" : name().toLowerCase(Locale.ROOT);
    }
}
