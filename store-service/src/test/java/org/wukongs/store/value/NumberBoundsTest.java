package org.wukongs.store.value;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.XSD;
import org.junit.jupiter.api.Test;

final class NumberBoundsTest {

    private static boolean isBounded(String label, IRI type) {
        return NumberBounds.isBounded(SimpleValueFactory.getInstance().createLiteral(label, type));
    }

    @Test
    void numbersHaveSoManyDigits() {
        String most = "7".repeat(ValueBytes.NUMBER_CHARS_MAX);
        assertThat(isBounded(most, XSD.INTEGER)).isTrue();
        assertThat(isBounded(most + "7", XSD.INTEGER)).isFalse();
        assertThat(isBounded(most + "7", XSD.STRING)).isTrue();
        assertThat(isBounded("1e308", XSD.DOUBLE)).isTrue();
        assertThat(isBounded("1e999999999", XSD.DECIMAL)).isFalse();
        assertThat(isBounded("1e+000000000308", XSD.DOUBLE)).isTrue();
        assertThat(isBounded("0.5E2147483648", XSD.DOUBLE)).isFalse();
        assertThat(isBounded("0.5e-2147483648", XSD.FLOAT)).isFalse();
        assertThat(isBounded("-12.5", XSD.DECIMAL)).isTrue();
    }

    @Test
    void durationsAreAddedInBoundedTime() {
        for (String good :
                new String[] {
                    "P10Y", "-P3650D", "PT86400000S", "PT0.000000000000001S", "P1Y2M3DT4H"
                }) {
            assertThat(isBounded(good, XSD.DURATION)).as(good).isTrue();
        }
        for (String bad :
                new String[] {
                    "P99999999D", "PT999999999H", "PT99999999999M", "P1DT999999999999S"
                }) {
            assertThat(isBounded(bad, XSD.DAYTIMEDURATION)).as(bad).isFalse();
        }
    }
}
