package org.wukongs.store.copy;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;

/**
 * Where a place is: {@code file:/DIRECTORY} or {@code s3://BUCKET/PREFIX}.
 *
 * @param directory null for an object store
 * @param bucket null for a directory
 * @param prefix before the names of all objects: empty, or ends with {@code /}
 */
public record PlaceUri(Path directory, String bucket, String prefix) {

    private static final Pattern S3 =
            Pattern.compile("s3://([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(/.*)?");

    /** S3 allows keys of 1,024 bytes; those of a copy have some 150. */
    private static final int PREFIX_CHARS_MAX = 512;

    /**
     * Parses a text.
     *
     * @throws WukongsException USER if it is neither
     */
    public static PlaceUri parse(String text) {
        Matcher s3 = S3.matcher(text);
        if (s3.matches()) {
            String prefix = s3.group(2) == null ? "" : s3.group(2).replaceAll("^/+|/+$", "");
            if (prefix.length() <= PREFIX_CHARS_MAX) {
                return new PlaceUri(null, s3.group(1), prefix.isEmpty() ? "" : prefix + "/");
            }
        }
        try {
            URI uri = new URI(text);
            if ("file".equals(uri.getScheme())) {
                return new PlaceUri(Path.of(uri), null, "");
            }
        } catch (URISyntaxException | IllegalArgumentException e) {
            throw notOne(text);
        }
        throw notOne(text);
    }

    private static WukongsException notOne(String text) {
        return WukongsException.user(
                "a place is file:/DIRECTORY or s3://BUCKET/PREFIX: place=" + text);
    }

    /** Creates the directory, if it is one and its parent exists. */
    public void createDirectory() {
        if (directory == null || Files.exists(directory)) {
            return;
        }
        try {
            Files.createDirectory(directory);
        } catch (IOException e) {
            throw new WukongsException(
                    WukongsException.Category.USER,
                    "cannot create the place: place=" + directory + " reason=" + IoReason.of(e),
                    e);
        }
    }

    /** Opens the place. Nothing is read yet. */
    public Place open(S3Options options) {
        return directory != null
                ? new DirectoryPlace(directory)
                : S3Place.open(bucket, prefix, options);
    }
}
