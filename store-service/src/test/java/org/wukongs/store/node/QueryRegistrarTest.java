package org.wukongs.store.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.wukongs.stream.StreamDefinition;

/** Streams that come and go between the parsing of a query and its registration. */
class QueryRegistrarTest {

    private static final String TEXT =
            "REGISTER QUERY q AS SELECT ?s FROM STREAM <s> [RANGE 1s STEP 1s] { ?s ?p ?o }";

    @Test
    void namesMeanTheSameAsWhenTheTextWasParsed() {
        try (StoreNode node = new StoreNode(StoreConfig.DEFAULT, new SystemNanoClock())) {
            node.streams().register(StreamDefinition.of("s"));
            StoreNode.ParsedRegistration parsed = node.parsed(TEXT, new ArrayList<>());
            node.dropStream("s");
            assertThat(node.register(parsed)).isNull();
            node.streams().register(StreamDefinition.of("s"));
            assertThat(node.register(parsed)).isNull();
            assertThat(node.register(node.parsed(TEXT, new ArrayList<>())).created()).isTrue();
            assertThat(node.register(node.parsed(TEXT, new ArrayList<>())).created()).isFalse();
        }
    }

    @Test
    void itIsParsedAgainUntilNamesHold() {
        try (StoreNode node = new StoreNode(StoreConfig.DEFAULT, new SystemNanoClock())) {
            node.streams().register(StreamDefinition.of("s"));
            List<Integer> calls = new ArrayList<>();
            int[] changes = {3};
            QueryRegistrar registrar =
                    new QueryRegistrar(
                            node,
                            action -> {
                                calls.add(calls.size());
                                if (changes[0]-- > 0) {
                                    node.streams().register(StreamDefinition.of("x" + changes[0]));
                                }
                                return action.apply(node);
                            });
            assertThat(registrar.register(TEXT).created()).isTrue();
            assertThat(calls.size()).isGreaterThanOrEqualTo(4);
            changes[0] = Integer.MAX_VALUE;
            assertThatThrownBy(() -> registrar.register(TEXT.replace("q AS", "r AS")))
                    .hasMessageContaining("try again");
        }
    }
}
