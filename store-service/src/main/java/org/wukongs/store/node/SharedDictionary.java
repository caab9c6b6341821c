package org.wukongs.store.node;

import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import org.wukongs.id.GivenIds;
import org.wukongs.id.StringServer;
import org.wukongs.store.dictionary.TermBatch;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.dictionary.TermServer;

/**
 * A node's dictionary for threads other than the node's. Any number of them may allocate terms, but
 * none during a check, which would report a half-added term as damage.
 *
 * <p>The lock is taken once per request, not once per term. A thread that holds it never waits for
 * the node's thread, so a check waits only for the requests under way.
 */
final class SharedDictionary implements StringServer, TermServer, GivenIds {

    private final TermDictionary dictionary;
    private final ReadWriteLock allocation = new StampedLock().asReadWriteLock();

    SharedDictionary(TermDictionary dictionary) {
        this.dictionary = dictionary;
    }

    @Override
    public long[] vertexIds(List<String> terms) {
        Lock shared = allocation.readLock();
        shared.lock();
        try {
            return dictionary.vertexIds(terms);
        } finally {
            shared.unlock();
        }
    }

    @Override
    public long[] predicateIds(List<String> predicates) {
        Lock shared = allocation.readLock();
        shared.lock();
        try {
            return dictionary.predicateIds(predicates);
        } finally {
            shared.unlock();
        }
    }

    @Override
    public void vertexIds(TermBatch batch) {
        Lock shared = allocation.readLock();
        shared.lock();
        try {
            dictionary.vertexIds(batch);
        } finally {
            shared.unlock();
        }
    }

    @Override
    public void predicateIds(TermBatch batch) {
        Lock shared = allocation.readLock();
        shared.lock();
        try {
            dictionary.predicateIds(batch);
        } finally {
            shared.unlock();
        }
    }

    @Override
    public boolean isGivenVid(long vid) {
        return dictionary.isGivenVid(vid);
    }

    @Override
    public boolean isGivenPid(long pid) {
        return dictionary.isGivenPid(pid);
    }

    /**
     * Verifies the whole dictionary and returns the number of terms; throws if something is wrong.
     */
    long check() {
        Lock alone = allocation.writeLock();
        alone.lock();
        try {
            dictionary.check();
            return dictionary.termCount();
        } finally {
            alone.unlock();
        }
    }

    long termCount() {
        return dictionary.termCount();
    }
}
