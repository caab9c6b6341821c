package org.wukongs.e2e;

import java.util.Locale;

/** What a {@link KillPlan} kills. */
enum KillTarget {
    STORE,
    TASK_MANAGER_1,
    TASK_MANAGER_2,
    JOB_MANAGER,
    BROKER,
    CLIENT;

    /** As a column's or a file's name. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
