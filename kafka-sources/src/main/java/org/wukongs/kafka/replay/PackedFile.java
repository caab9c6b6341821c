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
 * A file, plain or compressed as {@code .gz} or {@code .zst}, or a file in a {@code .tar} archive,
 * itself plain or compressed. An archive is read up to the file; nothing is unpacked to disk.
 *
 * @param member name of the file in the archive, null if {@code path} is the file
 */
record PackedFile(Path path, String member) {

    /** The name for users: {@code path}, or {@code path!member}. */
    String name() {
        return member == null ? path.toString() : path + "!" + member;
    }

    /** Name of the plain file, without folders. */
    String plainName() {
        String name = member == null ? path.getFileName().toString() : member;
        return CompressedFile.plainName(name);
    }

    /** Name and size of the file on disk. */
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

    /** Content of the file, and how much of the file on disk has been read for it. */
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
