/**
 * The client's view of a store. In: registrations, encoded batches, requests for windows and
 * one-shot queries. Out: results and status. A client belongs to one thread. Limits: messages in
 * flight per writer, bytes per frame.
 */
package org.wukongs.client;
