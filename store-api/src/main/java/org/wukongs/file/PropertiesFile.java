package org.wukongs.file;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;

/** Reads settings from files in the format of {@link Properties}, UTF-8. */
public final class PropertiesFile {

    private PropertiesFile() {}

    /**
     * Returns the settings of a file by name.
     *
     * @param what begins the message if it cannot be read
     * @throws WukongsException USER then; it has nothing of the file, which may hold secrets
     */
    public static Map<String, String> read(String what, Path file) {
        Properties properties = new Properties();
        try (Reader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(in);
        } catch (IOException e) {
            throw new WukongsException(
                    WukongsException.Category.USER,
                    what + " cannot be read: file=" + file + " reason=" + IoReason.of(e),
                    e);
        } catch (IllegalArgumentException e) {
            throw new WukongsException(
                    WukongsException.Category.USER,
                    what
                            + " cannot be read: file="
                            + file
                            + " reason=it has a malformed \\u escape",
                    e);
        }
        Map<String, String> settings = new TreeMap<>();
        for (String name : properties.stringPropertyNames()) {
            settings.put(name, properties.getProperty(name));
        }
        return settings;
    }
}
