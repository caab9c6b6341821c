package org.wukongs.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * Every page can be found from the README, and every link within the repository leads somewhere.
 */
final class PageLinksTest {

    private static final String LINK = "\\]\\(([^)\\s]+)\\)";
    private static final String ELSEWHERE = "[a-z]+:.*";

    @Test
    void theReadmeLinksEveryPage() throws IOException {
        List<String> links = Pages.matches(LINK, Pages.text(Pages.ROOT.resolve("README.md")));
        for (Path page : Pages.ofUsers()) {
            assertThat(links).contains("docs/" + page.getFileName());
        }
    }

    @Test
    void relativeLinksLeadSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : Pages.all()) {
            for (String link : Pages.matches(LINK, withoutCode(Pages.text(page)))) {
                if (!link.matches(ELSEWHERE) && !leadsSomewhere(page, link)) {
                    broken.add(page + ": " + link);
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    private static String withoutCode(String text) {
        return text.replaceAll("(?s)```.*?```", "").replaceAll("`[^`\n]*`", "");
    }

    private static boolean leadsSomewhere(Path page, String link) {
        int hash = link.indexOf('#');
        String file = hash < 0 ? link : link.substring(0, hash);
        Path target = file.isEmpty() ? page : page.resolveSibling(file);
        return Files.exists(target) && (hash < 0 || hasAnchor(target, link.substring(hash + 1)));
    }

    /** Anchors of headings as GitHub makes them. */
    private static boolean hasAnchor(Path target, String anchor) {
        return Pages.matches("^#+ (.*)$", Pages.text(target)).stream()
                .map(heading -> heading.toLowerCase(Locale.ROOT))
                .map(heading -> heading.replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-'))
                .anyMatch(anchor::equals);
    }
}
