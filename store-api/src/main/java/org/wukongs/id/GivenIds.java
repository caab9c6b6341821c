package org.wukongs.id;

/** Tells which ids a dictionary has given. Any thread; a few ns. */
public interface GivenIds {

    /**
     * Whether a term has this vid; false for the index vertex and for numbers that are not vids.
     */
    boolean isGivenVid(long vid);

    /** Whether a predicate has this pid; false for 0 and for numbers that are not pids. */
    boolean isGivenPid(long pid);
}
