package org.wukongs.store.server;

import org.agrona.concurrent.Agent;
import org.agrona.concurrent.OneToOneConcurrentArrayQueue;
import org.wukongs.store.node.StoreNode;

/**
 * Gives the answers that wait for the log and show nothing, in the thread of the log and after its
 * agent. That thread knows first that they may be given; the store's agent may be in the middle of
 * an injection.
 */
final class LogReplies implements Agent {

    private final StoreNode node;
    private final OneToOneConcurrentArrayQueue<StoreCommand<?>> waiting =
            new OneToOneConcurrentArrayQueue<>(StoreAgent.QUEUE_CAPACITY);

    LogReplies(StoreNode node) {
        this.node = node;
    }

    /**
     * Takes a command that was carried out; false if there is no room. For the store's agent, which
     * then wakes this one: the log may have been further before it took the command.
     */
    boolean offer(StoreCommand<?> command) {
        return waiting.offer(command);
    }

    /** Returns true if answers wait. Any thread. */
    boolean hasWaiting() {
        return !waiting.isEmpty();
    }

    /**
     * Gives answers for which the log suffices by now. Those that wait for a flush may hold others
     * up: a flush takes no longer than the group of records after it.
     */
    @Override
    public int doWork() {
        int count = 0;
        for (StoreCommand<?> command = waiting.peek();
                command != null && command.reply(node);
                command = waiting.peek()) {
            waiting.poll();
            count++;
        }
        return count;
    }

    /** When the log has written all that it could. */
    @Override
    public void onClose() {
        doWork();
        waiting.drain(command -> command.fail(StoreAgent.closing()));
    }

    @Override
    public String roleName() {
        return "log-replies";
    }
}
