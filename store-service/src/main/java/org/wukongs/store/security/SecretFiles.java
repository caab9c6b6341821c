package org.wukongs.store.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/** Checks that secrets in files are secret. */
public final class SecretFiles {

    /** Members of the group may read it, as secrets of a Kubernetes pod need. */
    private static final Set<PosixFilePermission> FORBIDDEN =
            EnumSet.of(
                    PosixFilePermission.GROUP_WRITE,
                    PosixFilePermission.OTHERS_READ,
                    PosixFilePermission.OTHERS_WRITE);

    private SecretFiles() {}

    /** USER error if others than the owner and the group can read a file, or change it. */
    public static void check(Path file) {
        try {
            Set<PosixFilePermission> open = EnumSet.noneOf(PosixFilePermission.class);
            open.addAll(Files.getPosixFilePermissions(file));
            open.retainAll(FORBIDDEN);
            if (!open.isEmpty()) {
                throw WukongsException.user(
                        "a file with a secret is open to others, 'chmod 600' closes it: file="
                                + file);
            }
        } catch (UnsupportedOperationException e) {
            // A file system without permissions of this kind.
        } catch (IOException e) {
            throw new WukongsException(
                    Category.USER,
                    "a file cannot be read: file=" + file + " reason=" + IoReason.of(e),
                    e);
        }
    }
}
