package org.wukongs.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The versions that users get are those that this build is tested with. */
final class BomTest {

    private static final Pattern VERSION = Pattern.compile("<([a-z0-9.]+\\.version)>([^<]+)</\\1>");

    @Test
    void theBomHasTheVersionsOfTheParent() {
        Map<String, String> parent = versions("pom.xml");
        Map<String, String> bom = versions("wukongs-bom/pom.xml");
        assertThat(bom).containsKeys("flink.version", "kafka.version", "guava.version");
        assertThat(parent).containsAllEntriesOf(bom);
    }

    /** A version of ours that is spelt out has to be raised with the others. */
    @Test
    void theBomHasTheVersionOfTheProject() {
        String parent = Pages.text(Pages.ROOT.resolve("pom.xml"));
        String version = Pages.matches("<version>([^<]+)</version>", parent).get(0);
        String ours =
                "(?s)<groupId>org\\.wukongs</groupId>\\s*<artifactId>[^<]+</artifactId>\\s*"
                        + "<version>([^<]+)</version>";
        String bom = Pages.text(Pages.ROOT.resolve("wukongs-bom/pom.xml"));
        assertThat(Pages.matches(ours, bom)).hasSize(7).containsOnly(version);
    }

    private static Map<String, String> versions(String pom) {
        Map<String, String> versions = new TreeMap<>();
        VERSION.matcher(Pages.text(Pages.ROOT.resolve(pom)))
                .results()
                .forEach(found -> versions.put(found.group(1), found.group(2)));
        return versions;
    }
}
