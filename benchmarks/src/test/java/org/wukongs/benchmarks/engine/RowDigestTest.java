package org.wukongs.benchmarks.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class RowDigestTest {

    private static final String[] A = {"<a>", "\"1\""};
    private static final String[] B = {"<b>", null};

    @Test
    void orderOfRowsDoesNotMatter() {
        assertThat(RowDigest.of(List.of(A, B))).isEqualTo(RowDigest.of(List.of(B, A)));
    }

    @Test
    void everythingElseDoes() {
        String digest = RowDigest.of(List.of(A, B));
        assertThat(RowDigest.of(List.<String[]>of(A))).isNotEqualTo(digest);
        assertThat(RowDigest.of(List.of(A, B, B))).isNotEqualTo(digest);
        assertThat(RowDigest.of(List.of(A, new String[] {null, "<b>"}))).isNotEqualTo(digest);
    }

    /** What the Python program computes of the same rows. */
    @Test
    void knownValue() {
        assertThat(RowDigest.of(List.of(B, A)))
                .isEqualTo("4f0d729e04c18fe62b8eb5b95686975e85e95bfda340c74806d4d9914353968e");
    }
}
