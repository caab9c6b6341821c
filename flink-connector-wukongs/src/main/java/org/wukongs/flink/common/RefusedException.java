package org.wukongs.flink.common;

import org.apache.flink.annotation.Internal;
import org.apache.flink.annotation.PublicEvolving;
import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;
import org.wukongs.error.WukongsException;

/**
 * What would be refused again: a USER error in a job. Flink ends a job that fails with it for good
 * instead of restarting it. The annotation is part of Flink's runtime and not promised to stay; a
 * Flink without it would restart such jobs, as a JVM passes over annotations that it does not find.
 */
@PublicEvolving
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
public final class RefusedException extends WukongsException {

    private static final long serialVersionUID = 1L;

    public RefusedException(String message) {
        super(Category.USER, message);
    }

    public RefusedException(String message, WukongsException cause) {
        super(Category.USER, message, cause);
    }

    /** The same error; as a RefusedException where it is a USER error. */
    @Internal
    public static WukongsException ifRefused(WukongsException error) {
        boolean refused = error.category() == Category.USER && !(error instanceof RefusedException);
        return refused ? new RefusedException(error.getMessage(), error) : error;
    }
}
