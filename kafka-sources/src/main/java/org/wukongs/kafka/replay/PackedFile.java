package org.wukongs.kafka.replay;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.io.input.BoundedInputStream;
import org.wukongs.error.WukongsException;

/**
 * A file, plain or compressed as {@code .gz} or {@code .zst}, or one of those inside of such an
 * archive ({@code .tar.zst}). An archive is read through up to the file; nothing is unpacked.
 *
 * @param member name of the file in the archive, null where {@code path} is the file
 */
record PackedFile(Path path, String member) {

    private static final int BUFFER_BYTES = 1 << 16;

    /** As users name it: {@code path}, or {@code path!member}. */
    String name() {
        return member == null ? path.toString() : path + "!" + member;
    }

    /** Name of the plain file, without folders. */
    String plainName() {
        String name = member == null ? path.getFileName().toString() : member;
        return name.replaceFirst("\\.(gz|zst)$", "");
    }

    /** Name and bytes of the file as it lies there. */
    String fingerprint() throws IOException {
        requireFile();
        String name = path.getFileName() + (member == null ? "" : "!" + member);
        return name + " bytes=" + Files.size(path);
    }

    PackedStream open() throws IOException {
        requireFile();
        BoundedInputStream counted =
                BoundedInputStream.builder()
                        .setInputStream(
                                new BufferedInputStream(Files.newInputStream(path), BUFFER_BYTES))
                        .get();
        return new PackedStream(content(counted), counted, Files.size(path));
    }

    private InputStream content(InputStream raw) throws IOException {
        String name = path.getFileName().toString();
        InputStream plain = raw;
        if (name.endsWith(".gz")) {
            plain = new GZIPInputStream(raw, BUFFER_BYTES);
        } else if (name.endsWith(".zst")) {
            plain = new ZstdInputStream(raw);
        }
        return member == null ? plain : ofArchive(new TarArchiveInputStream(plain));
    }

    private InputStream ofArchive(TarArchiveInputStream archive) throws IOException {
        TarArchiveEntry entry = archive.getNextEntry();
        while (entry != null && !Path.of(entry.getName()).endsWith(member)) {
            entry = archive.getNextEntry();
        }
        if (entry == null) {
            archive.close();
            throw WukongsException.user("no such file in the archive: file=" + name());
        }
        return archive;
    }

    private void requireFile() {
        if (Files.isDirectory(path)) {
            throw WukongsException.user("a directory is no file to read: file=" + path);
        }
        if (!Files.isRegularFile(path)) {
            throw WukongsException.user("no such file: file=" + path);
        }
    }

    /** Its content, and how much of the file as it lies there has been read for it. */
    record PackedStream(InputStream content, BoundedInputStream raw, long rawBytes)
            implements AutoCloseable {

        double share() {
            return rawBytes == 0 ? 1 : Math.min(1.0, (double) raw.getCount() / rawBytes);
        }

        @Override
        public void close() throws IOException {
            content.close();
        }
    }
}
