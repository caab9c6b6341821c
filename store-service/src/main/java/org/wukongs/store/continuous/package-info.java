/**
 * Continuous queries. In: registrations, readers' requests and the stable point. Out: windows' rows
 * at the window ends that are ready, as jobs for the query workers. Owned by the store agent.
 * Limits: windows a request and jobs in flight; what a window reads stays pinned until its job has
 * ended.
 */
package org.wukongs.store.continuous;
