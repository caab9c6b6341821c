package org.wukongs.kafka.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.kafka.lsbench.LsbenchStreams;

/** A tuple file, or a table like those of CityBench if its name ends with {@code .csv}. */
public final class FileSource implements ReplaySource {

    private static final String TABLE = ".csv";

    private final PackedFile file;

    private FileSource(PackedFile file) {
        this.file = file;
    }

    /** A file that is plain, {@code .gz} or {@code .zst}. */
    public static FileSource of(Path path) {
        return new FileSource(new PackedFile(path, null));
    }

    /**
     * The five streams of an LSBench folder or archive ({@code .tar.zst}), whose files are {@code
     * po.tsv}, {@code po_like.tsv}, {@code ph.tsv}, {@code ph_like.tsv} and {@code gps.tsv}.
     */
    public static List<ReplayStream> ofLsbench(Path path) {
        boolean folder = Files.isDirectory(path);
        return Arrays.stream(LsbenchStreams.values())
                .map(stream -> new ReplayStream(stream.topic(), ofLsbench(path, folder, stream)))
                .toList();
    }

    private static FileSource ofLsbench(Path path, boolean folder, LsbenchStreams stream) {
        String name = stream.fileName();
        return folder ? of(path.resolve(name)) : new FileSource(new PackedFile(path, name));
    }

    @Override
    public String name() {
        return file.plainName();
    }

    @Override
    public String fingerprint() {
        try {
            return file.fingerprint();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    @Override
    public TupleReader open(boolean skipBad) throws IOException {
        return new LineTupleReader(file, parser(), skipBad);
    }

    private LineTupleReader.LineParser parser() {
        String name = file.plainName();
        return name.endsWith(TABLE)
                ? new CityBenchRows(name.substring(0, name.length() - TABLE.length()))
                : new TupleLines();
    }

    private WukongsException unreadable(IOException e) {
        return new WukongsException(
                Category.USER, "cannot read: file=" + file.name() + " reason=" + IoReason.of(e), e);
    }
}
