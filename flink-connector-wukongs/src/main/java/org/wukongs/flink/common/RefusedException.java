package org.wukongs.flink.common;

import org.apache.flink.annotation.Internal;
import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;
import org.wukongs.error.WukongsException;

/**
 * A USER error in a job: the store would refuse the request again. A job that fails with it ends
 * instead of being restarted by Flink. The annotation is part of Flink's runtime, without a promise
 * of stability; a Flink without it would restart such jobs, as a JVM ignores annotations that it
 * does not find.
 */
@Internal
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
public final class RefusedException extends WukongsException {

    private static final long serialVersionUID = 1L;

    public RefusedException(String message) {
        super(Category.USER, message);
    }

    public RefusedException(String message, WukongsException cause) {
        super(Category.USER, cause.reason(), message, cause);
    }

    /**
     * Returns the error, as a RefusedException if it is a USER error. Not if an execution took too
     * long: that depends on the load of the machine, so a restarted job may succeed.
     */
    public static WukongsException ifRefused(WukongsException error) {
        boolean refused =
                error.category() == Category.USER
                        && error.reason() != Reason.TIME_LIMIT
                        && !(error instanceof RefusedException);
        return refused ? new RefusedException(error.getMessage(), error) : error;
    }
}
