package org.wukongs.store.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A media type or range as headers carry it.
 *
 * @param name {@code type/subtype} in lower case
 * @param parameters names in lower case, values unquoted
 */
record MediaType(String name, Map<String, String> parameters) {

    /** Null where the text is none. */
    static MediaType parse(String text) {
        List<String> parts = split(text, ';');
        String name = parts.get(0).trim().toLowerCase(Locale.ROOT);
        int slash = name.indexOf('/');
        if (slash < 1 || slash == name.length() - 1 || name.indexOf(' ') >= 0) {
            return null;
        }
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String part : parts.subList(1, parts.size())) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                parameters.putIfAbsent(
                        part.substring(0, equals).trim().toLowerCase(Locale.ROOT),
                        unquote(part.substring(equals + 1).trim()));
            }
        }
        return new MediaType(name, parameters);
    }

    /** The elements of a list header; separators inside of quotes do not count. */
    static List<String> split(String text, char separator) {
        List<String> parts = new ArrayList<>();
        boolean quoted = false;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == '\\' && quoted) {
                i++;
            } else if (c == separator && !quoted) {
                parts.add(text.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(text.substring(start));
        return parts;
    }

    private static String unquote(String value) {
        boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1).replaceAll("\\\\(.)", "$1") : value;
    }
}
