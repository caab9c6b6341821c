package org.wukongs.id;

/** Which ids a dictionary has given. Any thread; a few ns. */
public interface GivenIds {

    /** Whether a term has this vid; false for the index vertex and whatever is no vid. */
    boolean isGivenVid(long vid);

    /** Whether a predicate has this pid; false for 0 and whatever is no pid. */
    boolean isGivenPid(long pid);
}
