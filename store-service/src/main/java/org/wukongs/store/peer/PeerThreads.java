package org.wukongs.store.peer;

/** Starts threads, which do not keep the process alive. */
@FunctionalInterface
public interface PeerThreads {

    Thread start(Runnable task, String name);
}
