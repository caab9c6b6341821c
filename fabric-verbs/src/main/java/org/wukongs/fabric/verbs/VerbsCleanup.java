package org.wukongs.fabric.verbs;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Steps that end what was opened, the last one first. A step that fails does not stop the rest. */
final class VerbsCleanup {

    private static final Logger LOG = LoggerFactory.getLogger(VerbsCleanup.class);

    /** Ends something. */
    interface Step {
        // DiSNI declares Exception.
        Object run() throws Exception;
    }

    private final Deque<Step> steps = new ArrayDeque<>();

    void add(Step step) {
        steps.push(step);
    }

    /** Runs all steps once. */
    void run() {
        while (!steps.isEmpty()) {
            try {
                steps.pop().run();
            } catch (Exception e) {
                LOG.warn("a part of an RDMA connection cannot be ended", e);
            }
        }
    }
}
