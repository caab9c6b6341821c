package org.wukongs.store.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.wukongs.error.CorruptionException;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;

/** Makes the one line that a command prints about the error that ended it. */
public final class ErrorLine {

    private static final int MEBIBYTE = 1 << 20;

    private ErrorLine() {}

    /** Returns the line without {@code error: }; never empty. */
    public static String of(Throwable error) {
        String line = text(cause(error)).lines().findFirst().orElse("").strip();
        return line.isEmpty() ? error.getClass().getSimpleName() : line;
    }

    /** Returns the first error that is not a mere wrapper of another one. */
    private static Throwable cause(Throwable error) {
        Throwable cause = error;
        while (carriesOnly(cause) && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    private static boolean carriesOnly(Throwable error) {
        return error instanceof CompletionException
                || error instanceof ExecutionException
                || error instanceof UncheckedIOException
                || error instanceof ExceptionInInitializerError;
    }

    private static String text(Throwable error) {
        if (error instanceof WukongsException || error instanceof CorruptionException) {
            return String.valueOf(error.getMessage());
        }
        if (error instanceof IOException failure) {
            return ofFiles(failure);
        }
        if (error instanceof InterruptedException) {
            return "interrupted";
        }
        return error instanceof Error ? ofTheMachine(error) : internal(error);
    }

    private static String ofFiles(IOException error) {
        String file =
                error instanceof FileSystemException of && of.getFile() != null
                        ? " file=" + of.getFile()
                        : "";
        return "input or output failed:" + file + " reason=" + IoReason.of(error);
    }

    private static String ofTheMachine(Throwable error) {
        if (error instanceof OutOfMemoryError) {
            return "not enough memory, give it more with WUKONGS_JAVA_OPTS=-Xmx…: reason="
                    + error.getMessage()
                    + " heapMiB="
                    + Runtime.getRuntime().maxMemory() / MEBIBYTE;
        }
        if (error instanceof StackOverflowError) {
            return "something is nested too deeply for this program's stack";
        }
        if (error instanceof LinkageError) {
            return "a part of the program or a native library cannot be loaded: reason=" + error;
        }
        return internal(error);
    }

    private static String internal(Throwable error) {
        return "unexpected " + error;
    }
}
