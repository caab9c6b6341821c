package org.wukongs.store.server;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.store.metadata.MetadataReplica;
import org.wukongs.store.metadata.Outcome;
import org.wukongs.store.metadata.Proposal;
import org.wukongs.store.metadata.SnapshotParts;

/**
 * Lets the metadata log forget what no node needs any longer (docs/adr/0071). A node tells the
 * others up to where its checkpoints have what follows from the log. The one that finds so many
 * records that nobody needs first brings a snapshot into the log, for nodes that begin later, and
 * lets go of the records then. If it ends in between, or fails, the next checkpoint of some node
 * does it. All of it is done in the agent's thread.
 */
final class MetadataTrimmer {

    private static final Logger LOG = LoggerFactory.getLogger(MetadataTrimmer.class);

    /**
     * A log's oldest records, which nobody needs, and a snapshot of the same moment: whoever joins
     * later needs what comes after it, so it must not have that.
     */
    private record Unneeded(long count, long neededFrom, byte[] snapshot) {}

    private final ClusterAgent agent;
    private final long trimAfter;
    private CompletableFuture<Void> newest = CompletableFuture.completedFuture(null);

    /** {@code trimAfter} is that of the replica's options. */
    MetadataTrimmer(ClusterAgent agent, long trimAfter) {
        this.agent = agent;
        this.trimAfter = trimAfter;
    }

    /**
     * Tells the others that no start of this node needs the records up to a position, if that is
     * not under way already for an earlier one. By the thread of checkpoints.
     */
    void checkpointed(long position) {
        if (newest.isDone()) {
            newest =
                    agent.propose(new Proposal.Checkpointed(position))
                            .thenCompose(outcome -> agent.run(this::unneeded))
                            .thenCompose(this::trim)
                            .exceptionally(MetadataTrimmer::failed);
        }
    }

    /** Returns null if it is not worth while. */
    private Unneeded unneeded(MetadataReplica replica) {
        long neededFrom = replica.state().neededFrom();
        long count = neededFrom < trimAfter ? 0 : neededFrom - replica.beginPosition();
        return count < trimAfter ? null : new Unneeded(count, neededFrom, replica.snapshot());
    }

    private CompletableFuture<Void> trim(Unneeded unneeded) {
        return unneeded == null
                ? CompletableFuture.completedFuture(null)
                : write(unneeded.snapshot()).thenCompose(last -> truncate(unneeded));
    }

    /** Proposes the parts of a snapshot, one after the other. */
    private CompletableFuture<Void> write(byte[] snapshot) {
        CompletableFuture<Void> written = CompletableFuture.completedFuture(null);
        for (Proposal part : SnapshotParts.of(snapshot)) {
            written =
                    written.thenCompose(before -> agent.propose(part)).thenAccept(Outcome::orThrow);
        }
        return written;
    }

    private CompletableFuture<Void> truncate(Unneeded unneeded) {
        return agent.run(
                replica -> {
                    replica.truncateBefore(unneeded.neededFrom());
                    LOG.info(
                            "the metadata log has let go of what all nodes have in checkpoints:"
                                    + " position={} positions={}",
                            unneeded.neededFrom(),
                            unneeded.count());
                    return null;
                });
    }

    private static Void failed(Throwable error) {
        Throwable cause = error instanceof CompletionException ? error.getCause() : error;
        LOG.warn("the metadata log keeps its records: {}", cause.getMessage());
        return null;
    }
}
