package org.wukongs.store.security;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.wukongs.error.WukongsException;
import org.wukongs.stream.InputLimits;
import org.wukongs.text.Sha256;
import org.wukongs.tls.PemFiles;

/**
 * Tokens of a file, one a line: {@code ROLE NAME TOKEN}, where {@code sha256:} and 64 hexadecimal
 * digits stand for a token that is not in the file. Only hashes are kept. Comparing takes a time
 * that depends on the number of tokens only.
 */
final class TokenFile implements TokenSource {

    static final int TOKEN_COUNT_MAX = 1_024;

    /** Shorter ones can be guessed. */
    static final int TOKEN_CHARS_MIN = 16;

    static final int NAME_CHARS_MAX = 64;

    private static final String HASH_PREFIX = "sha256:";
    private static final int FIELD_COUNT = 3;

    private record Entry(byte[] hash, Caller caller) {}

    private final ReloadedFiles<List<Entry>> entries;

    /** Reads a file; USER error if it cannot be used. */
    TokenFile(Path file, AtomicLong failureCount) {
        entries = new ReloadedFiles<>("tokens", List.of(file), () -> read(file), failureCount);
    }

    @Override
    public Caller caller(String token, byte[] hash, long nowMs) {
        Caller found = null;
        for (Entry entry : entries.value()) {
            if (MessageDigest.isEqual(entry.hash(), hash)) {
                found = entry.caller();
            }
        }
        return found;
    }

    @Override
    public boolean refresh() {
        return entries.refresh();
    }

    private static List<Entry> read(Path file) {
        SecretFiles.check(file);
        String text = text(file);
        List<Entry> entries = new ArrayList<>();
        Set<String> names = new HashSet<>();
        int line = 0;
        for (String each : text.split("\n", -1)) {
            line++;
            String stripped = each.strip();
            if (!stripped.isEmpty() && stripped.charAt(0) != '#') {
                Entry entry = entry(stripped, "file=" + file + " line=" + line);
                if (!names.add(entry.caller().name())) {
                    throw WukongsException.user(
                            "two tokens have one name: file=" + file + " line=" + line);
                }
                entries.add(entry);
            }
        }
        if (entries.isEmpty() || entries.size() > TOKEN_COUNT_MAX) {
            throw WukongsException.user(
                    "a file of tokens has one or more: file="
                            + file
                            + " count="
                            + entries.size()
                            + " countMax="
                            + TOKEN_COUNT_MAX);
        }
        return entries;
    }

    private static String text(Path file) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(PemFiles.bytes(file)))
                    .toString();
        } catch (CharacterCodingException e) {
            throw WukongsException.user("a file of tokens is not UTF-8: file=" + file);
        }
    }

    /** {@code where} has nothing of the line, as it may have a secret. */
    private static Entry entry(String line, String where) {
        String[] fields = line.split("\\s+", -1);
        if (fields.length != FIELD_COUNT) {
            throw WukongsException.user("a line of tokens is ROLE NAME TOKEN: " + where);
        }
        Role role = Role.of(fields[0]);
        if (role == null) {
            throw Role.unknown(where);
        }
        String name = fields[1];
        if (name.length() > NAME_CHARS_MAX || !name.matches("[\\p{L}\\p{N}._@-]+")) {
            throw WukongsException.user(
                    "the name of a token is at most "
                            + NAME_CHARS_MAX
                            + " letters, digits and ._@-: "
                            + where);
        }
        return new Entry(storedHash(fields[2], where), new Caller(name, role, Caller.FOR_EVER));
    }

    private static byte[] storedHash(String token, String where) {
        if (token.startsWith(HASH_PREFIX)) {
            try {
                byte[] hash = HexFormat.of().parseHex(token.substring(HASH_PREFIX.length()));
                if (hash.length == Sha256.BYTES) {
                    return hash;
                }
            } catch (IllegalArgumentException e) {
                // Reported below.
            }
            throw WukongsException.user(HASH_PREFIX + " needs 64 hexadecimal digits: " + where);
        }
        if (token.length() < TOKEN_CHARS_MIN || token.length() > InputLimits.TOKEN_CHARS_MAX) {
            throw WukongsException.user(
                    "a token has "
                            + TOKEN_CHARS_MIN
                            + " to "
                            + InputLimits.TOKEN_CHARS_MAX
                            + " characters: "
                            + where);
        }
        return Sha256.of(token);
    }
}
