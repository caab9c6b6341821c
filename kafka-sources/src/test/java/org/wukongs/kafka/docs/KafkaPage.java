package org.wukongs.kafka.docs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What stands in {@code docs/kafka.md}. */
final class KafkaPage {

    static final Path ROOT = Path.of(System.getProperty("wukongs.root", ".."));

    /** The SQL blocks to run and, behind a SELECT, its rows. */
    private static final Pattern SQL =
            Pattern.compile("<!-- (tested|rows) -->\n```\\w*\n(.*?)\n```", Pattern.DOTALL);

    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)\n```", Pattern.DOTALL);

    private static final Pattern OPTIONS =
            Pattern.compile("<!-- generated: options -->\n(.*?)<!-- end -->", Pattern.DOTALL);

    private final String text;

    KafkaPage() throws IOException {
        text = Files.readString(ROOT.resolve("docs/kafka.md"), UTF_8);
    }

    /** SQL texts and row texts as they stand, in their order. */
    List<Block> sql() {
        List<Block> blocks = new ArrayList<>();
        Matcher matcher = SQL.matcher(text);
        while (matcher.find()) {
            blocks.add(new Block(matcher.group(1).equals("rows"), matcher.group(2)));
        }
        return blocks;
    }

    List<String> java() {
        return JAVA.matcher(text).results().map(found -> found.group(1)).toList();
    }

    String options() {
        Matcher matcher = OPTIONS.matcher(text);
        if (!matcher.find()) {
            throw new AssertionError("the page has no table of options");
        }
        return matcher.group(1);
    }

    record Block(boolean rows, String text) {

        /** Statements end with a semicolon at a line's end; those of a statement set are one. */
        List<String> statements() {
            return Pattern.compile("\\s*(EXECUTE STATEMENT SET.*?\nEND|.*?);(\n|$)", Pattern.DOTALL)
                    .matcher(text)
                    .results()
                    .map(found -> found.group(1).strip())
                    .toList();
        }
    }
}
