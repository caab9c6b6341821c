package org.wukongs.store.http;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.QuotedCSV;

/** The media types that a client accepts, with weights (RFC 9110, 12.5.1). */
final class AcceptHeader {

    private record Range(String name, double weight) {

        /** Returns 0 if the range does not match, and a larger number for a more precise match. */
        int precision(String mediaType) {
            if (name.equals(mediaType)) {
                return 3;
            }
            if (name.equals("*/*")) {
                return 1;
            }
            boolean typeOnly = name.endsWith("/*");
            return typeOnly && mediaType.startsWith(name.substring(0, name.length() - 1)) ? 2 : 0;
        }
    }

    private final List<Range> ranges = new ArrayList<>();
    private final boolean anything;

    /**
     * {@code text} is the whole header, null if there is none. Elements that are not media ranges
     * are ignored. An unterminated quote is a problem, since it may swallow further elements.
     */
    AcceptHeader(String text) {
        anything = text == null || text.isBlank();
        if (anything) {
            return;
        }
        for (String part : elements(text)) {
            Map<String, String> parameters = new HashMap<>();
            String name = HttpRequest.mediaType(part, parameters);
            if (name != null) {
                ranges.add(new Range(name, weight(parameters.getOrDefault("q", "1"))));
            }
        }
    }

    private static QuotedCSV elements(String text) {
        try {
            return new QuotedCSV(true, text);
        } catch (IllegalArgumentException e) {
            throw new HttpProblem(
                    HttpProblem.Kind.BAD_REQUEST, "unterminated quote: accept=" + text);
        }
    }

    /**
     * Returns the offer with the greatest weight, the earlier one of equals; null if the client
     * accepts none.
     */
    String choose(Collection<String> offers) {
        String best = null;
        double bestWeight = 0;
        for (String offer : offers) {
            double weight = anything ? 1 : weightOf(offer);
            if (weight > bestWeight) {
                best = offer;
                bestWeight = weight;
            }
        }
        return best;
    }

    /** Returns the weight of the most precise range that matches. */
    private double weightOf(String offer) {
        int precision = 0;
        double weight = 0;
        for (Range range : ranges) {
            int own = range.precision(offer);
            if (own > precision || (own == precision && own > 0 && range.weight() > weight)) {
                precision = own;
                weight = range.weight();
            }
        }
        return weight;
    }

    private static double weight(String text) {
        try {
            double weight = Double.parseDouble(text.trim());
            return weight >= 0 && weight <= 1 ? weight : 0;
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
