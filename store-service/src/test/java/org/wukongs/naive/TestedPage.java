package org.wukongs.naive;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A page of the documentation whose blocks of code are tested: those below a comment {@code <!--
 * tested: KIND -->} or {@code <!-- tested: KIND NAME -->}.
 */
public final class TestedPage {

    private static final String MARK = "<!-- tested:";
    private static final Pattern BLOCK =
            Pattern.compile(
                    MARK + " (\\w+)(?: (\\S+))? -->\n```\\w*\n(.*?)(?<=\n)```$",
                    Pattern.DOTALL | Pattern.MULTILINE);

    /** {@code name} is empty if the comment has none; {@code text} ends with its line. */
    public record Block(String kind, String name, String text) {}

    private final Path file;
    private final String page;
    private final List<MatchResult> matches;

    /** An IllegalStateException if a comment has no block of code below it. */
    public TestedPage(Path file) throws IOException {
        this.file = file;
        page = Files.readString(file, UTF_8);
        matches = BLOCK.matcher(page).results().toList();
        int marks = page.split(Pattern.quote(MARK), -1).length - 1;
        if (marks == 0 || marks != matches.size()) {
            throw new IllegalStateException(
                    "comments without a block: marks="
                            + marks
                            + " blocks="
                            + matches.size()
                            + " page="
                            + file);
        }
    }

    /** In the order of the page. */
    public List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        for (MatchResult match : matches) {
            String name = match.group(2) == null ? "" : match.group(2);
            blocks.add(new Block(match.group(1), name, match.group(3)));
        }
        return blocks;
    }

    public String text() {
        return page;
    }

    /** The page with these texts in its blocks, one for each. */
    public String with(List<String> texts) {
        StringBuilder changed = new StringBuilder();
        int end = 0;
        for (int i = 0; i < matches.size(); i++) {
            changed.append(page, end, matches.get(i).start(3)).append(texts.get(i));
            end = matches.get(i).end(3);
        }
        return changed.append(page, end, page.length()).toString();
    }

    /** Writes another text of the page, if {@code -Dwukongs.docs.write=true} asks for it. */
    public void writeIfAsked(String text) throws IOException {
        if (Boolean.getBoolean("wukongs.docs.write")) {
            Files.writeString(file, text, UTF_8);
        }
    }
}
