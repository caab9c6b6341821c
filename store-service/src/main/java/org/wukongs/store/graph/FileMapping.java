package org.wukongs.store.graph;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import org.agrona.BufferUtil;
import org.agrona.IoUtil;
import org.wukongs.error.WukongsException;

/**
 * A file that is mapped as a whole, at one address. Java maps up to 2 GiB; more only by its own
 * internals, which the options of the launcher open.
 *
 * @param address of the first byte, at a multiple of a page
 * @param unmap to be called once, when no thread uses the memory any longer
 */
record FileMapping(long address, Runnable unmap) {

    private static final int READ_ONLY = 0;
    private static final int READ_WRITE = 1;

    /**
     * Maps the first {@code bytes} of a file, which has as many.
     *
     * @throws WukongsException USER if this Java cannot map as much
     */
    static FileMapping of(FileChannel file, boolean writable, long bytes) throws IOException {
        if (bytes > Integer.MAX_VALUE) {
            return large(file, writable, bytes);
        }
        MappedByteBuffer buffer =
                file.map(writable ? MapMode.READ_WRITE : MapMode.READ_ONLY, 0, bytes);
        return new FileMapping(BufferUtil.address(buffer), () -> IoUtil.unmap(buffer));
    }

    private static FileMapping large(FileChannel file, boolean writable, long bytes)
            throws IOException {
        try {
            Class<?> implementation = Class.forName("sun.nio.ch.FileChannelImpl");
            Method map =
                    implementation.getDeclaredMethod(
                            "map0", int.class, long.class, long.class, boolean.class);
            Method unmap = implementation.getDeclaredMethod("unmap0", long.class, long.class);
            map.setAccessible(true);
            unmap.setAccessible(true);
            long address =
                    (long) map.invoke(file, writable ? READ_WRITE : READ_ONLY, 0L, bytes, false);
            return new FileMapping(address, () -> unmap(unmap, address, bytes));
        } catch (InvocationTargetException e) {
            throw new IOException("it cannot be mapped: " + e.getCause(), e);
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new WukongsException(
                    WukongsException.Category.USER,
                    "this Java does not map more than 2 GiB of a file, run Java 17 with --add-opens"
                            + " java.base/sun.nio.ch=ALL-UNNAMED or lower --store-memory: bytes="
                            + bytes,
                    e);
        }
    }

    private static void unmap(Method unmap, long address, long bytes) {
        try {
            unmap.invoke(null, address, bytes);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a file cannot be unmapped: bytes=" + bytes, e);
        }
    }
}
