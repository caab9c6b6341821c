package org.wukongs.csparql;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.csparql.Token.Kind;

/**
 * Splits text into tokens by the longest match of SPARQL 1.1's terminals. Two things differ: a sign
 * is a token of its own, and a word may hold {@code -} and inner dots (bare names, durations).
 * White space and comments between tokens are skipped.
 */
final class CsparqlLexer {

    private static final String[] PUNCTUATION = {
        "^^", "&&", "||", "!=", "<=", ">=", "{", "}", "(", ")", "[", "]", ".", ",", ";", "|", "/",
        "^", "*", "+", "-", "!", "=", "<", ">", "?"
    };

    private final SourceText source;
    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    CsparqlLexer(SourceText source) {
        this.source = source;
        this.text = source.decoded();
    }

    List<Token> tokens() {
        skipBlanks();
        int end = 0;
        while (at < text.length()) {
            int start = at;
            Kind kind = readToken();
            tokens.add(new Token(kind, text.substring(start, at), start, tokens.size()));
            end = at;
            skipBlanks();
        }
        tokens.add(new Token(Kind.END, "", end, tokens.size()));
        return List.copyOf(tokens);
    }

    private Kind readToken() {
        int c = text.codePointAt(at);
        if (c == '<' && readIri()) {
            return Kind.IRI;
        }
        if (c == '"' || c == '\'') {
            readString((char) c);
            return Kind.STRING;
        }
        if ((c == '?' || c == '$') && isVariableStart(peek(1))) {
            at++;
            skipVariablePart();
            return Kind.VARIABLE;
        }
        if (c == '@' && peek(1) < 0x80 && NameCharacters.isLetter(peek(1))) {
            readLanguage();
            return Kind.LANGUAGE;
        }
        if (NameCharacters.isDigit(c) || (c == '.' && NameCharacters.isDigit(peek(1)))) {
            readNumber();
            return Kind.NUMBER;
        }
        if (c == '_' && peek(1) == ':') {
            return readBlankNode();
        }
        if (NameCharacters.isNameStart(c) || c == ':') {
            return readWord();
        }
        return readPunctuation(c);
    }

    private void skipBlanks() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '#') {
                while (at < text.length() && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
                    at++;
                }
            } else if (c == ' '
                    || c == '\t'
                    || c == '\n'
                    || c == '\r'
                    || (c == '\uFEFF' && at == 0)) {
                at++;
            } else {
                return;
            }
        }
    }

    /** False if '<' is an operator. */
    private boolean readIri() {
        int end = at + 1;
        while (end < text.length() && NameCharacters.isIriPart(text.charAt(end))) {
            end++;
        }
        if (end == text.length() || text.charAt(end) != '>') {
            return false;
        }
        at = end + 1;
        return true;
    }

    private void readString(char quote) {
        int start = at;
        boolean isLong = peek(1) == quote && peek(2) == quote;
        at += isLong ? 3 : 1;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\\') {
                readStringEscape();
            } else if (c == quote && (!isLong || (peek(1) == quote && peek(2) == quote))) {
                at += isLong ? 3 : 1;
                return;
            } else if (!isLong && (c == '\n' || c == '\r')) {
                break;
            } else {
                at++;
            }
        }
        String closing = String.valueOf(quote).repeat(isLong ? 3 : 1);
        throw source.error(start, "string is not closed, expected " + closing);
    }

    private void readStringEscape() {
        int c = peek(1);
        boolean known = c >= 0 && "tbnrf\\\"'".indexOf(c) >= 0;
        if (!known && !text.startsWith(SourceText.ESCAPED_BACKSLASH, at)) {
            throw source.error(
                    at,
                    "unknown escape in a string, expected one of \\t \\b \\n \\r \\f \\\" \\' \\\\");
        }
        at += 2;
    }

    private void readLanguage() {
        at++;
        while (peek(0) >= 0
                && peek(0) < 0x80
                && (NameCharacters.isNamePart(peek(0)) && peek(0) != '_')) {
            at++;
        }
    }

    private void readNumber() {
        skipDigits();
        if (peek(0) == '.' && (NameCharacters.isDigit(peek(1)) || exponentEnd(at + 1) > 0)) {
            at++;
            skipDigits();
        }
        at = Math.max(at, exponentEnd(at));
    }

    /** Where the exponent that starts at {@code from} ends; 0 if there is none. */
    private int exponentEnd(int from) {
        int end = from;
        if (end >= text.length() || (text.charAt(end) != 'e' && text.charAt(end) != 'E')) {
            return 0;
        }
        end++;
        if (end < text.length() && (text.charAt(end) == '+' || text.charAt(end) == '-')) {
            end++;
        }
        int firstDigit = end;
        while (end < text.length() && NameCharacters.isDigit(text.charAt(end))) {
            end++;
        }
        return end == firstDigit ? 0 : end;
    }

    private Kind readBlankNode() {
        int start = at;
        at += 2;
        if (!isVariableStart(peek(0))) {
            throw source.error(start, "blank node without label, expected _:label");
        }
        skipNameParts();
        return Kind.BLANK_NODE;
    }

    private Kind readWord() {
        int start = at;
        skipNameParts();
        if (peek(0) == ':') {
            at++;
            readLocalName();
            return Kind.PREFIXED_NAME;
        }
        int dot = text.substring(start, at).indexOf('.');
        if (dot > 0 && isBoolean(text.substring(start, start + dot))) {
            at = start + dot;
        }
        return Kind.WORD;
    }

    private void readLocalName() {
        int start = at;
        int width = localNamePart(true);
        while (width > 0) {
            at += width;
            width = localNamePart(false);
        }
        backUpDots(start);
    }

    /** How many characters the next part of a local name has, 0 at its end. */
    private int localNamePart(boolean first) {
        int c = peek(0);
        if (c == '%') {
            return NameCharacters.isHex(peek(1)) && NameCharacters.isHex(peek(2)) ? 3 : 0;
        }
        if (c == '\\') {
            return NameCharacters.isLocalEscape(peek(1)) ? 2 : 0;
        }
        boolean part = first ? isVariableStart(c) : NameCharacters.isNamePart(c) || c == '.';
        return part || c == ':' ? Character.charCount(c) : 0;
    }

    private Kind readPunctuation(int c) {
        for (String punctuation : PUNCTUATION) {
            if (text.startsWith(punctuation, at)) {
                at += punctuation.length();
                return Kind.PUNCTUATION;
            }
        }
        boolean visible =
                Character.isDefined(c) && !Character.isISOControl(c) && !Character.isSpaceChar(c);
        String shown = visible ? "'" + Character.toString(c) + "'" : String.format("U+%04X", c);
        throw source.error(at, "unexpected character " + shown + ", expected a SPARQL token");
    }

    private void skipVariablePart() {
        while (at < text.length() && NameCharacters.isVariablePart(text.codePointAt(at))) {
            at += Character.charCount(text.codePointAt(at));
        }
    }

    /** Name characters and inner dots. */
    private void skipNameParts() {
        int start = at;
        while (at < text.length()
                && (NameCharacters.isNamePart(text.codePointAt(at)) || text.charAt(at) == '.')) {
            at += Character.charCount(text.codePointAt(at));
        }
        backUpDots(start);
    }

    /** A name does not end in a dot, unless the dot is escaped. */
    private void backUpDots(int start) {
        while (at > start && text.charAt(at - 1) == '.' && text.charAt(at - 2) != '\\') {
            at--;
        }
    }

    private void skipDigits() {
        while (NameCharacters.isDigit(peek(0))) {
            at++;
        }
    }

    private static boolean isVariableStart(int c) {
        return NameCharacters.isNameStart(c) || NameCharacters.isDigit(c);
    }

    private static boolean isBoolean(String word) {
        return word.equalsIgnoreCase("true") || word.equalsIgnoreCase("false");
    }

    /** The code point {@code ahead} characters on; -1 after the end. */
    private int peek(int ahead) {
        return at + ahead < text.length() ? text.codePointAt(at + ahead) : -1;
    }
}
