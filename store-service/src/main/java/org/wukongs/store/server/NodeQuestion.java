package org.wukongs.store.server;

import org.wukongs.error.WukongsException;

/**
 * What one server of a cluster asks another one about itself; its code comes first in a request of
 * type {@link org.wukongs.store.cluster.ServedNode#ASK}.
 */
enum NodeQuestion {
    /** Its status; the answer is that of a client that asks for the status, of this node only. */
    STATUS(1),
    /** Its streams: the answer lists definitions. */
    STREAMS(2),
    /** A page of its templates: name of the last one before, and count. */
    TEMPLATES(3),
    /** Where it answers HTTP: a URL without a path, empty if nowhere. */
    HTTP_ADDRESS(4);

    private static final NodeQuestion[] QUESTIONS = values();

    private final int code;

    NodeQuestion(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    static NodeQuestion of(int code) {
        for (NodeQuestion question : QUESTIONS) {
            if (question.code == code) {
                return question;
            }
        }
        throw WukongsException.user("no such question between nodes: code=" + code);
    }
}
