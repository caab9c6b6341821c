/**
 * Continuous queries. In: registrations, readers' requests and the stable point. Out: the rows of
 * windows at the window ends that are ready, computed by jobs for the query workers. Owned by the
 * store agent. Limits: windows per request and jobs in flight; what a window reads stays pinned
 * until its job has ended.
 */
package org.wukongs.store.continuous;
