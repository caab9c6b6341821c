package org.wukongs.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Users keep what they build on: the public API of the published modules is what public-api.txt
 * says.
 */
final class PublicApiTest {

    private static final Path BASELINE =
            Pages.ROOT.resolve("e2e-tests/src/test/resources/public-api.txt");

    /** Of the types that ours may mention, those of others that keep theirs stable. */
    private static final String OF_OTHERS = "java\\.|javax\\.|org\\.apache\\.(flink|kafka)\\.";

    @Test
    void nothingThatUsersBuildOnIsGone() throws IOException {
        Set<String> now = PublicApi.signatures();
        List<String> before = Files.readAllLines(BASELINE, UTF_8);
        ApiChange change = ApiChange.between(before, now);
        if (Boolean.getBoolean("wukongs.api.add") && change.broken().isEmpty()) {
            Files.write(BASELINE, now, UTF_8);
            return;
        }
        assertThat(change.broken())
                .as("incompatible; where that is meant, take the old lines out of %s", BASELINE)
                .isEmpty();
        assertThat(change.added())
                .as("new in the public API; -Dwukongs.api.add=true writes it to %s", BASELINE)
                .isEmpty();
        assertThat(before).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void whatIsStableMentionsOnlyWhatIsOffered() {
        List<String> wrong = new ArrayList<>();
        for (JavaClass type : PublicApi.visible()) {
            if (PublicApi.isStable(type)) {
                for (JavaClass mentioned : PublicApi.mentioned(type)) {
                    if (!isFit(mentioned)) {
                        wrong.add(type.getName() + " mentions " + mentioned.getName());
                    }
                }
            }
        }
        assertThat(new TreeSet<>(wrong)).isEmpty();
    }

    private static boolean isFit(JavaClass mentioned) {
        return mentioned.isPrimitive()
                || mentioned.getName().matches("(" + OF_OTHERS + ").*")
                || PublicApi.isOffered(mentioned);
    }

    @Test
    void everyClassInTheCodeOfThePagesIsOffered() throws IOException {
        Set<String> words = new HashSet<>();
        List<Path> pages = new ArrayList<>(Pages.ofUsers());
        pages.add(Pages.ROOT.resolve("README.md"));
        for (Path page : pages) {
            for (String code : Pages.matches("(?s)```java\n(.*?)```", Pages.text(page))) {
                words.addAll(Pages.matches("\\b([A-Z][A-Za-z]+)\\b", code));
            }
        }
        List<JavaClass> used =
                PublicApi.visible().stream()
                        .filter(type -> words.contains(type.getSimpleName()))
                        .toList();
        assertThat(used).extracting(JavaClass::getSimpleName).contains("WukongsSink", "Tuple");
        assertThat(used).allMatch(PublicApi::isOffered, "says that users may use it");
    }

    @Test
    void everyPublicClassOfTheFlinkModulesSaysWhetherItIsForUsers() {
        assertThat(PublicApi.visible())
                .filteredOn(type -> type.getName().matches("org\\.wukongs\\.(flink|table)\\..*"))
                .isNotEmpty()
                .allMatch(PublicApi::isAnnotated, "has an annotation of stability");
    }

    @Test
    void aChangeThatBreaksCallersIsSeen() {
        List<String> before =
                List.of(
                        "a.B: public interface a.B",
                        "a.B: public abstract int a.B.x()",
                        "a.C: public final class a.C extends java.lang.Object",
                        "a.C: public int a.C.y(long)");
        assertThat(ApiChange.between(before, before))
                .isEqualTo(new ApiChange(List.of(), List.of()));
        assertThat(ApiChange.between(before, before.subList(0, 3)).broken())
                .as("a method gone")
                .containsExactly("a.C: public int a.C.y(long)");
        assertThat(
                        ApiChange.between(before, with(before, 3, "a.C: public long a.C.y(long)"))
                                .broken())
                .as("another type")
                .containsExactly("a.C: public int a.C.y(long)");
        assertThat(
                        ApiChange.between(
                                        before, with(before, 4, "a.B: public abstract int a.B.z()"))
                                .broken())
                .as("to be implemented")
                .containsExactly("a.B: public abstract int a.B.z()");
        assertThat(ApiChange.between(before, with(before, 4, "a.B: public default int a.B.z()")))
                .as("implemented already")
                .isEqualTo(new ApiChange(List.of(), List.of("a.B: public default int a.B.z()")));
        assertThat(
                        ApiChange.between(
                                        before, with(before, 4, "a.D: public abstract int a.D.z()"))
                                .broken())
                .as("of a new type")
                .isEmpty();
    }

    private static List<String> with(List<String> lines, int index, String line) {
        List<String> changed = new ArrayList<>(lines);
        if (index < lines.size()) {
            changed.remove(index);
        }
        changed.add(line);
        return changed;
    }
}
