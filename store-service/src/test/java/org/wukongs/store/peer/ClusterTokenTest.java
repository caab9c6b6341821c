package org.wukongs.store.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.naive.Failures.assertFails;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.error.WukongsException.Category;

class ClusterTokenTest {

    @TempDir private Path folder;

    private Path file(String text, String permissions) throws IOException {
        Path file = folder.resolve("token");
        Files.writeString(file, text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    @Test
    void aFileOfTheOwnerOrItsGroupIsRead() throws IOException {
        String text = "a secret of all nodes";
        ClusterToken token = ClusterToken.of(text);
        byte[] statement = {1, 2, 3};
        for (String permissions : new String[] {"rw-------", "r--r-----"}) {
            ClusterToken read = ClusterToken.read(file(text + "\n", permissions));
            assertThat(read.proof(statement)).isEqualTo(token.proof(statement));
            Files.delete(folder.resolve("token"));
        }
    }

    @Test
    void aFileThatOthersReadOrWriteIsRefused() throws IOException {
        for (String permissions : new String[] {"rw-r--r--", "rw-rw----", "rw-----w-"}) {
            Path file = file("a secret of all nodes", permissions);
            assertFails(Category.USER, "open to others", () -> ClusterToken.read(file));
            Files.delete(file);
        }
    }
}
