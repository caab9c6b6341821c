package org.wukongs.flink.source;

import org.wukongs.client.WindowResult;

/**
 * An execution on its way from the fetch thread to the task thread, with the window end that
 * follows it.
 */
record FetchedWindow(WindowResult result, long nextWindowEndMs) {}
