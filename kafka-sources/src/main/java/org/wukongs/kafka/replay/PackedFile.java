package org.wukongs.kafka.replay;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.wukongs.error.WukongsException;
import org.wukongs.file.CompressedFile;

/**
 * A file, plain or compressed as {@code .gz} or {@code .zst}, or one of those inside of such an
 * archive ({@code .tar.zst}). An archive is read through up to the file; nothing is unpacked.
 *
 * @param member name of the file in the archive, null where {@code path} is the file
 */
record PackedFile(Path path, String member) {

    /** As users name it: {@code path}, or {@code path!member}. */
    String name() {
        return member == null ? path.toString() : path + "!" + member;
    }

    /** Name of the plain file, without folders. */
    String plainName() {
        String name = member == null ? path.getFileName().toString() : member;
        return CompressedFile.plainName(name);
    }

    /** Name and bytes of the file as it lies there. */
    String fingerprint() throws IOException {
        CompressedFile.requireFile(path);
        String name = path.getFileName() + (member == null ? "" : "!" + member);
        return name + " bytes=" + Files.size(path);
    }

    PackedStream open() throws IOException {
        AtomicLong rawRead = new AtomicLong();
        InputStream plain = CompressedFile.open(path, rawRead::addAndGet);
        InputStream content = member == null ? plain : ofArchive(new TarArchiveInputStream(plain));
        return new PackedStream(content, rawRead, Files.size(path));
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

    /** Its content, and how much of the file as it lies there has been read for it. */
    record PackedStream(InputStream content, AtomicLong rawRead, long rawBytes)
            implements AutoCloseable {

        double share() {
            return rawBytes == 0 ? 1 : Math.min(1.0, (double) rawRead.get() / rawBytes);
        }

        @Override
        public void close() throws IOException {
            content.close();
        }
    }
}
