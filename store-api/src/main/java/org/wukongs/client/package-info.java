/**
 * The client's view of a store. In: registrations, encoded batches, requests for windows and
 * one-shot queries. Out: results and status. A client belongs to one thread. Limits: messages in
 * flight for each writer, bytes for each frame.
 */
package org.wukongs.client;
