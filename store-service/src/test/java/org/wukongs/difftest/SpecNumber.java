package org.wukongs.difftest;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;

/**
 * A number of SPARQL 1.1 (17.1, 17.3) with XPath's type promotion.
 *
 * @param rank 0 integer, 1 decimal, 2 float, 3 double
 * @param exact of ranks 0 and 1
 * @param floating of ranks 2 and 3
 */
record SpecNumber(int rank, BigDecimal exact, double floating) {

    /** Digits behind the point that every engine has (XML Schema, 18 in all). */
    private static final BigDecimal PRECISION = new BigDecimal("1e-12");

    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]+");
    private static final Pattern DECIMAL = Pattern.compile("[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)");
    private static final Pattern DOUBLE =
            Pattern.compile("[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]+)?");
    private static final Map<String, Integer> RANKS =
            Map.of("integer", 0, "int", 0, "long", 0, "decimal", 1, "float", 2, "double", 3);
    private static final String[] NAMES = {"integer", "decimal", "float", "double"};
    private static final Set<String> INFINITE = Set.of("INF", "+INF", "-INF", "NaN");

    /** Null where the value is no number: another type or a form that its type does not have. */
    static SpecNumber of(Value value) {
        if (!(value instanceof Literal literal)) {
            return null;
        }
        String type = literal.getDatatype().stringValue();
        Integer rank =
                type.startsWith(Terms.XSD) ? RANKS.get(type.substring(Terms.XSD.length())) : null;
        return rank == null ? null : parse(literal.getLabel().strip(), rank);
    }

    static SpecNumber parse(String label, int rank) {
        if (rank <= 1) {
            boolean valid = (rank == 0 ? INTEGER : DECIMAL).matcher(label).matches();
            return valid ? exact(rank, new BigDecimal(label)) : null;
        }
        if (INFINITE.contains(label)) {
            return floating(rank, Double.parseDouble(label.replace("INF", "Infinity")));
        }
        if (!DOUBLE.matcher(label).matches()) {
            return null;
        }
        return floating(rank, rank == 2 ? Float.parseFloat(label) : Double.parseDouble(label));
    }

    static SpecNumber require(Value value) {
        SpecNumber number = of(value);
        if (number == null) {
            throw new SpecError("no number: " + value);
        }
        return number;
    }

    static SpecNumber exact(int rank, BigDecimal value) {
        return new SpecNumber(rank, value, 0);
    }

    static SpecNumber floating(int rank, double value) {
        return new SpecNumber(rank, null, rank == 2 ? (float) value : value);
    }

    static SpecNumber integer(long value) {
        return exact(0, BigDecimal.valueOf(value));
    }

    /** A quotient of which an engine may keep as many digits as it likes, or none. */
    boolean isBelowPrecision() {
        return rank == 1 && exact.signum() != 0 && exact.abs().compareTo(PRECISION) < 0;
    }

    double asDouble() {
        return rank <= 1 ? exact.doubleValue() : floating;
    }

    private SpecNumber promoted(int to) {
        if (to == rank) {
            return this;
        }
        return to <= 1 ? exact(to, exact) : floating(to, asDouble());
    }

    /** Null where one is NaN. */
    Integer compare(SpecNumber other) {
        int common = Math.max(rank, other.rank);
        SpecNumber a = promoted(common);
        SpecNumber b = other.promoted(common);
        if (common <= 1) {
            return a.exact.compareTo(b.exact);
        }
        if (Double.isNaN(a.floating) || Double.isNaN(b.floating)) {
            return null;
        }
        return a.floating == b.floating ? 0 : a.floating < b.floating ? -1 : 1;
    }

    SpecNumber apply(String operator, SpecNumber other) {
        int common = Math.max(rank, other.rank);
        if (operator.equals("/") && common == 0) {
            common = 1;
        }
        SpecNumber a = promoted(common);
        SpecNumber b = other.promoted(common);
        return common <= 1
                ? exact(common, exact(operator, a.exact, b.exact))
                : floating(common, floating(operator, a.floating, b.floating));
    }

    private static BigDecimal exact(String operator, BigDecimal a, BigDecimal b) {
        return switch (operator) {
            case "+" -> a.add(b);
            case "-" -> a.subtract(b);
            case "*" -> a.multiply(b);
            default -> {
                if (b.signum() == 0) {
                    throw new SpecError("division by zero");
                }
                yield a.divide(b, MathContext.DECIMAL128);
            }
        };
    }

    private static double floating(String operator, double a, double b) {
        return switch (operator) {
            case "+" -> a + b;
            case "-" -> a - b;
            case "*" -> a * b;
            default -> a / b;
        };
    }

    /** ABS, CEIL, FLOOR, ROUND (half towards positive infinity) or "-". */
    SpecNumber apply(String function) {
        return rank <= 1 ? exact(rank, exact(function)) : floating(rank, floating(function));
    }

    private BigDecimal exact(String function) {
        return switch (function) {
            case "ABS" -> exact.abs();
            case "CEIL" -> exact.setScale(0, RoundingMode.CEILING);
            case "FLOOR" -> exact.setScale(0, RoundingMode.FLOOR);
            case "ROUND" -> exact.add(new BigDecimal("0.5")).setScale(0, RoundingMode.FLOOR);
            default -> exact.negate();
        };
    }

    private double floating(String function) {
        return switch (function) {
            case "ABS" -> Math.abs(floating);
            case "CEIL" -> Math.ceil(floating);
            case "FLOOR" -> Math.floor(floating);
            case "ROUND" -> Double.isInfinite(floating) ? floating : Math.floor(floating + 0.5);
            default -> -floating;
        };
    }

    boolean isTrue() {
        return rank <= 1 ? exact.signum() != 0 : floating != 0 && !Double.isNaN(floating);
    }

    BigInteger truncated() {
        if (rank > 1 && (Double.isNaN(floating) || Double.isInfinite(floating))) {
            throw new SpecError("no integer: " + floating);
        }
        return (rank <= 1 ? exact : new BigDecimal(floating)).toBigInteger();
    }

    SpecNumber castTo(int to) {
        if (to == 0) {
            return exact(0, new BigDecimal(truncated()));
        }
        if (to == 1 && rank > 1) {
            truncated();
            return exact(1, new BigDecimal(label()));
        }
        return promoted(to);
    }

    Literal literal() {
        IRI type = VALUES.createIRI(Terms.XSD + NAMES[rank]);
        return VALUES.createLiteral(label(), type);
    }

    private String label() {
        if (rank == 0) {
            return exact.toBigInteger().toString();
        }
        if (rank == 1) {
            return exact.toPlainString();
        }
        String label = rank == 2 ? Float.toString((float) floating) : Double.toString(floating);
        return label.replace("Infinity", "INF");
    }

    /** XPath's cast to xs:string (XPath functions 17.1.2). */
    String asString() {
        if (rank == 0) {
            return label();
        }
        if (rank == 1) {
            return exact.signum() == 0 ? "0" : exact.stripTrailingZeros().toPlainString();
        }
        if (Double.isNaN(floating) || Double.isInfinite(floating)) {
            return label();
        }
        if (floating == 0) {
            return 1 / floating < 0 ? "-0" : "0";
        }
        BigDecimal shortest = new BigDecimal(label());
        double size = Math.abs(floating);
        if (size >= 1e-6 && size < 1e6) {
            return shortest.stripTrailingZeros().toPlainString();
        }
        BigDecimal digits = shortest.stripTrailingZeros();
        int exponent = digits.precision() - digits.scale() - 1;
        String mantissa = digits.movePointLeft(exponent).toPlainString();
        return (mantissa.contains(".") ? mantissa : mantissa + ".0") + "E" + exponent;
    }
}
