package org.wukongs.error;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/**
 * Describes an {@link IOException} in words. The message of most exceptions about files is only the
 * file's name, which the error line has already.
 */
public final class IoReason {

    private IoReason() {}

    /** One line, never empty. */
    public static String of(IOException error) {
        String known = known(error);
        if (known != null) {
            return known;
        }
        String message =
                error instanceof FileSystemException file ? file.getReason() : error.getMessage();
        return message == null || message.isBlank()
                ? error.getClass().getSimpleName()
                : message.lines().findFirst().orElse("").strip();
    }

    private static String known(IOException error) {
        if (error instanceof NoSuchFileException) {
            return "no such file";
        }
        if (error instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (error instanceof NotDirectoryException) {
            return "not a directory";
        }
        if (error instanceof FileAlreadyExistsException) {
            return "it exists already";
        }
        if (error instanceof DirectoryNotEmptyException) {
            return "the directory is not empty";
        }
        return knownOfStreams(error);
    }

    private static String knownOfStreams(IOException error) {
        if (error instanceof CharacterCodingException && error.getMessage() == null) {
            return "not UTF-8";
        }
        if (error instanceof EOFException) {
            return "it ends too early";
        }
        if (error instanceof UnknownHostException) {
            return "unknown host " + error.getMessage();
        }
        if (error instanceof FileNotFoundException && error.getMessage() != null) {
            // "name (No such file or directory)"
            String message = error.getMessage();
            int open = message.lastIndexOf('(');
            return open >= 0 && message.endsWith(")")
                    ? message.substring(open + 1, message.length() - 1)
                    : message;
        }
        return null;
    }
}
