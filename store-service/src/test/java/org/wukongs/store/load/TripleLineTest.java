package org.wukongs.store.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TripleLineTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nonsense .                          | 1",
                "<a> oops .                          | 5",
                "<a> <b> oops .                      | 9",
                "<a> <b> <c>                         | 12",
                "<a> <b> <c> oops                    | 13",
                "<a> <b> <c> . oops                  | 15",
                "<a b> <c> <d> .                     | 3",
                "<a                                  | 3",
                "<a> <b> \"c .                       | 13",
                "<a> <b> \"c\\\" .                   | 15",
                "<a> <b> \"c\"^^oops .               | 14",
                "<a> <b> \"c\"@en oops               | 16",
                "_:a <b> _:c oops                    | 13",
                "_:a <b> _:c. oops                   | 14",
                "\"a\" <b> <c> .                     | 1",
                "<a> \"b\" <c> .                     | 5",
                "<a> <b> <c> <g> oops                | 17",
            })
    void theFirstCharacterThatCannotStandThere(String line, int column) {
        assertThat(TripleLine.errorColumn(line)).isEqualTo(column);
    }
}
