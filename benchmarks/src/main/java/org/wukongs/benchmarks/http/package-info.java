/**
 * {@code bench http}: from the text of a query to the bytes of its answer, in process and over
 * HTTP, beside another server. In: a LUBM graph. Out: tables. The servers run in processes of their
 * own, one at a time; the clients are threads of this process.
 */
package org.wukongs.benchmarks.http;
