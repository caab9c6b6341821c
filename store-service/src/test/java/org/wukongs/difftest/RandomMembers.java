package org.wukongs.difftest;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.wukongs.difftest.RdfData.Quad;

/**
 * Queries that differ from one another in constants only: subjects and objects of triple patterns,
 * and operands of comparisons. Members with equal constants are among them, and members in which
 * two constants happen to be one.
 */
final class RandomMembers {

    private final Random random;
    private final Terms terms;
    private final List<Quad> quads;

    RandomMembers(Random random, Terms terms, StreamHistory history) {
        this.random = random;
        this.terms = terms;
        this.quads = history.data().quads();
    }

    static boolean hasConstants(ContinuousQuery query) {
        int[] count = new int[1];
        replaced(
                query.query(),
                node -> {
                    count[0]++;
                    return node;
                },
                UnaryOperator.identity());
        return count[0] > 0;
    }

    /** The query itself, under another name, and others of its template. */
    List<ContinuousQuery> of(ContinuousQuery query, int count) {
        List<ContinuousQuery> members = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Node node =
                    i == 0 ? query.query() : replaced(query.query(), this::vertex, this::operand);
            members.add(query.named(query.name() + "m" + i).with(node));
        }
        return members;
    }

    private static Node replaced(
            Node node, UnaryOperator<Node> vertex, UnaryOperator<Node> operand) {
        List<Node> kids = new ArrayList<>();
        for (int i = 0; i < node.kids().size(); i++) {
            Node kid = node.kid(i);
            boolean constant = kid.is(Kind.TERM);
            if (constant && node.is(Kind.TRIPLE) && i != 1) {
                kids.add(vertex.apply(kid));
            } else if (constant && isComparison(node)) {
                kids.add(operand.apply(kid));
            } else {
                kids.add(node.is(Kind.TEMPLATE) ? kid : replaced(kid, vertex, operand));
            }
        }
        return new Node(node.kind(), node.value(), kids);
    }

    private static boolean isComparison(Node node) {
        return node.is(Kind.CALL) && List.of("=", "!=", "<", ">").contains(node.value());
    }

    private Node vertex(Node constant) {
        if (random.nextBoolean() || quads.isEmpty()) {
            return constant;
        }
        String term =
                constant.value().startsWith("<")
                        ? terms.pick(quads).triple().subject()
                        : terms.pick(quads).triple().object();
        boolean fits = !term.startsWith("_:") && term.startsWith(constant.value().substring(0, 1));
        return fits ? Node.term(term) : constant;
    }

    private Node operand(Node constant) {
        boolean number = Terms.NUMBERS.contains(constant.value());
        return number && random.nextBoolean() ? Node.term(terms.number()) : constant;
    }
}
