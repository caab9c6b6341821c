package org.wukongs.e2e;

import static java.util.function.Predicate.not;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Pages begin with prose, their prose has at most 120 columns, and the classes that they name with
 * a package exist.
 */
final class PageStyleTest {

    private static final int COLUMNS_MAX = 120;
    private static final String FENCED = "(?ms)^ *```.*?^ *```$";
    private static final String LINK_TARGET = "\\]\\([^)]*\\)";
    private static final String TYPE = "\\b(?:class|interface|record|enum) (\\w+)";

    /** As {@code `StoreCut` (`store.checkpoint`)}; several classes may share a package. */
    private static final Pattern CLASSES_OF_PACKAGE =
            Pattern.compile("((?:`[A-Z]\\w*`,?\\s+)+)\\(`([a-z]\\w*(?:\\.[a-z]\\w*)*)`\\)");

    @Test
    void proseEndsWithin120Columns() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Path page : Pages.all()) {
            withoutCode(page)
                    .lines()
                    .filter(line -> !line.startsWith("|"))
                    .filter(line -> line.replaceAll(LINK_TARGET, "]").length() > COLUMNS_MAX)
                    .forEach(line -> tooLong.add(page + ": " + line));
        }
        assertThat(tooLong).isEmpty();
    }

    @Test
    void aPageBeginsWithProse() throws IOException {
        for (Path page : Pages.all()) {
            List<String> lines =
                    withoutCode(page).lines().filter(not(String::isBlank)).limit(2).toList();
            assertThat(lines.get(0)).as(page.toString()).startsWith("# ");
            assertThat(lines.get(1)).as(page.toString()).matches("\\p{L}.*");
        }
    }

    @Test
    void classesWithAPackageExist() throws IOException {
        Set<String> types = types();
        List<String> named = new ArrayList<>();
        for (Path page : Pages.all()) {
            Matcher names = CLASSES_OF_PACKAGE.matcher(Pages.text(page));
            while (names.find()) {
                for (String name : Pages.matches("`(\\w+)`", names.group(1))) {
                    named.add("org.wukongs." + names.group(2) + "." + name);
                }
            }
        }
        assertThat(named).hasSizeGreaterThan(100);
        assertThat(types).containsAll(named);
    }

    private static String withoutCode(Path page) {
        return Pages.text(page).replaceAll(FENCED, "```");
    }

    /** All types of all modules, by their packages. */
    private static Set<String> types() throws IOException {
        Set<String> types = new HashSet<>();
        try (Stream<Path> modules = Files.list(Pages.ROOT)) {
            for (Path sources : modules.map(module -> module.resolve("src")).toList()) {
                if (Files.isDirectory(sources)) {
                    addTypes(sources, types);
                }
            }
        }
        return types;
    }

    private static void addTypes(Path sources, Set<String> types) throws IOException {
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
                String text = Pages.text(file);
                for (String name : Pages.matches("^package ([\\w.]+);", text)) {
                    Pages.matches(TYPE, text).forEach(type -> types.add(name + "." + type));
                }
            }
        }
    }
}
