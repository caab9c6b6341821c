package org.wukongs.store.load;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.rio.RDFParseException;
import org.wukongs.ntriples.CharacterClasses;
import org.wukongs.ntriples.PlainLine;
import org.wukongs.ntriples.TermBytes;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.text.Utf8Exception;
import org.wukongs.text.Utf8Reader;

/** Parses and encodes blocks of N-Triples or N-Quads. Each thread has its own. */
final class BlockParser {

    private final PlainLine plain;
    private final RioLine rio;
    private final TripleEncoder encoder;
    private final StagedGraphs staged;
    private final LoadFailures failures;
    private final ScopedLabel subjectLabel = new ScopedLabel();
    private final ScopedLabel objectLabel = new ScopedLabel();
    private final ScopedLabel graphName = new ScopedLabel();
    private String graph = "";
    private SourceFile file;
    private ByteBlock block;
    private long statementCount;

    BlockParser(boolean quads, TripleEncoder encoder, StagedGraphs staged, LoadFailures failures) {
        this.plain = new PlainLine(quads);
        this.rio = new RioLine(quads);
        this.encoder = encoder;
        this.staged = staged;
        this.failures = failures;
    }

    /** Returns the number of statements in all blocks so far. */
    long statementCount() {
        return statementCount;
    }

    /** Parses a block to its end or, unless bad lines are skipped, to its first bad line. */
    void parse(ByteBlock newBlock) {
        start(newBlock);
        byte[] bytes = block.bytes();
        int lineCount = 0;
        int at = 0;
        while (at < block.length()) {
            lineCount++;
            int next = plain.scan(bytes, at);
            if (next >= 0) {
                encodePlain();
            } else {
                int end = CharacterClasses.lineEnd(bytes, at);
                next = CharacterClasses.nextLine(bytes, end);
                if (!encodeOther(at, end, lineCount)) {
                    return;
                }
            }
            at = next;
        }
        file.setLineCount(block.ordinal(), lineCount);
    }

    private void start(ByteBlock newBlock) {
        block = newBlock;
        plain.begin();
        if (block.file() != file) {
            file = block.file();
            byte[] prefix = file.blankNodePrefix().getBytes(StandardCharsets.US_ASCII);
            subjectLabel.setPrefix(prefix);
            objectLabel.setPrefix(prefix);
        }
    }

    private void encodePlain() {
        if (plain.subject.isBlankNode()) {
            subjectLabel.scope(plain.subject);
        }
        if (plain.object.isBlankNode()) {
            objectLabel.scope(plain.object);
        }
        TripleBuffer target =
                staged.buffer(plain.graph.length() == 0 ? file.graph() : plainGraph());
        encoder.add(target, plain.subject, plain.predicate, plain.object);
        statementCount++;
    }

    /**
     * Returns the line's graph name, reusing the string of the line before if the names are equal.
     */
    private String plainGraph() {
        TermBytes iri = plain.graph;
        if (!graphName.holds(iri)) {
            graphName.copy(iri);
            graph =
                    new String(
                            iri.bytes, iri.from + 1, iri.length() - 2, StandardCharsets.US_ASCII);
        }
        return graph;
    }

    /** Returns false if the line is bad and parsing ends here. */
    private boolean encodeOther(int from, int end, int lineInBlock) {
        String line;
        try {
            line = Utf8Reader.decode(block.bytes(), from, end);
        } catch (Utf8Exception e) {
            return bad(lineInBlock, e.column(), Utf8Exception.PROBLEM);
        }
        if (isBlankOrComment(from, end)) {
            return true;
        }
        try {
            Statement statement = rio.parseLine(line);
            if (statement != null) {
                encode(statement);
            }
            return true;
        } catch (RDFParseException e) {
            return bad(lineInBlock, TripleLine.errorColumn(line), BadStatement.messageOf(e));
        }
    }

    /** Returns false if parsing ends here. */
    private boolean bad(int lineInBlock, long column, String message) {
        failures.bad(new BadStatement(file, block.ordinal(), lineInBlock, column, message));
        return failures.skipBad();
    }

    private boolean isBlankOrComment(int from, int end) {
        int at = from;
        byte[] bytes = block.bytes();
        while (bytes[at] == ' ' || bytes[at] == '\t') {
            at++;
        }
        return at == end || bytes[at] == '#';
    }

    private void encode(Statement statement) {
        String prefix = file.blankNodePrefix();
        encoder.add(
                staged.buffer(RioTerms.graph(statement, file.graph(), prefix)),
                RioTerms.term(statement.getSubject(), prefix),
                RioTerms.term(statement.getPredicate(), prefix),
                RioTerms.term(statement.getObject(), prefix));
        statementCount++;
    }

    /**
     * A term in an array of its own: a label after its file's prefix, or a name to compare with.
     */
    private static final class ScopedLabel {

        /** Length of {@code _:}, which the prefix contains too. */
        private static final int MARK_BYTES = 2;

        private byte[] bytes = new byte[64];
        private int prefixLength;
        private int length;

        void setPrefix(byte[] prefix) {
            System.arraycopy(prefix, 0, bytes, 0, prefix.length);
            prefixLength = prefix.length;
        }

        void scope(TermBytes label) {
            int labelLength = label.length() - MARK_BYTES;
            length = prefixLength + labelLength;
            reserve();
            System.arraycopy(
                    label.bytes, label.from + MARK_BYTES, bytes, prefixLength, labelLength);
            label.set(bytes, 0, length);
        }

        boolean holds(TermBytes term) {
            return Arrays.equals(bytes, 0, length, term.bytes, term.from, term.to);
        }

        void copy(TermBytes term) {
            length = term.length();
            reserve();
            System.arraycopy(term.bytes, term.from, bytes, 0, length);
        }

        private void reserve() {
            if (length > bytes.length) {
                bytes = Arrays.copyOf(bytes, length * 2);
            }
        }
    }
}
