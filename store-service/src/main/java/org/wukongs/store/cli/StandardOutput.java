package org.wukongs.store.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;

/**
 * Standard output that fails if it cannot be written. Java's own stream swallows such errors, so a
 * command whose reader has gone, or whose disk is full, would continue and end as if it had
 * succeeded.
 */
final class StandardOutput extends OutputStream {

    private final OutputStream out;

    private StandardOutput(OutputStream out) {
        this.out = out;
    }

    /** Returns a writer of UTF-8 that is flushed after each line. */
    static PrintWriter writer() {
        return writer(new FileOutputStream(FileDescriptor.out));
    }

    static PrintWriter writer(OutputStream target) {
        OutputStream checked = new StandardOutput(new BufferedOutputStream(target));
        return new PrintWriter(new OutputStreamWriter(checked, StandardCharsets.UTF_8), true);
    }

    @Override
    public void write(int value) {
        run(() -> out.write(value));
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        run(() -> out.write(bytes, offset, length));
    }

    @Override
    public void flush() {
        run(out::flush);
    }

    private interface Step {
        void run() throws IOException;
    }

    private static void run(Step step) {
        try {
            step.run();
        } catch (IOException e) {
            throw new WukongsException(
                    WukongsException.Category.RETRIABLE,
                    "cannot write to standard output: reason=" + IoReason.of(e),
                    e);
        }
    }
}
