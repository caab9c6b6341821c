package org.wukongs.table.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.types.RowKind;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;

/**
 * Random mappings over random rows, beside a naive model that knows rules and values, not their
 * Turtle, and builds RDF4J's terms.
 */
final class RandomMappingTest {

    private static final int MAPPING_COUNT = 400;
    private static final int ROW_COUNT = 20;
    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final String XSD = "http://www.w3.org/2001/XMLSchema#";
    private static final String TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
    private static final String[] STRINGS = {
        "", "a", "Ann Lee", "x/y?z=1&b#c", "100%", "\"q\" \\ {b}", "zürich", "日本", "a\tb\nc", "~-._"
    };

    /** A column, its value in the row at hand as Flink has it, and what the value's literal is. */
    private static final class Column {
        final String name;
        final DataType type;
        Object value;
        String lexical; // null for NULL
        final String datatype; // null for plain

        Column(String name, DataType type, String datatype) {
            this.name = name;
            this.type = type;
            this.datatype = datatype;
        }

        void set(Object newValue, String newLexical) {
            value = newValue;
            lexical = newLexical;
        }
    }

    private enum Form {
        TEMPLATE,
        COLUMN,
        LITERAL_TEMPLATE,
        BLANK,
        CONSTANT,
        PARENT
    }

    /** How a term is made: text before, one or two columns with text between, or a constant. */
    private record Rule(Form form, List<Column> columns, String between, String language, int of) {}

    private record Property(List<String> predicates, List<Rule> objects) {}

    private record Map(Rule subject, List<String> classes, List<Property> properties) {}

    private final Random random = Seeds.random(RandomMappingTest.class);
    private final List<Column> columns =
            List.of(
                    new Column("id", DataTypes.INT(), "integer"),
                    new Column("name", DataTypes.STRING(), null),
                    new Column("two words", DataTypes.STRING(), null),
                    new Column("price", DataTypes.DECIMAL(12, 3), "decimal"),
                    new Column("at", DataTypes.TIMESTAMP_LTZ(3), "dateTime"),
                    new Column("ok", DataTypes.BOOLEAN(), "boolean"));

    @Test
    void mappingsGiveWhatTheNaiveModelGives() {
        Set<String> all = new HashSet<>();
        for (int i = 0; i < MAPPING_COUNT; i++) {
            List<Map> maps = maps();
            String turtle = turtle(maps);
            for (int j = 0; j < ROW_COUNT; j++) {
                MappedTable table = row();
                List<String> triples = table.triples(table.mapping(turtle), RowKind.INSERT);
                assertThat(new TreeSet<>(triples)).as(turtle).isEqualTo(naive(maps));
                all.addAll(triples);
            }
        }
        assertThat(all).hasSizeGreaterThan(MAPPING_COUNT * ROW_COUNT / 4);
    }

    private MappedTable row() {
        for (Column column : columns) {
            if (random.nextInt(6) == 0) {
                column.set(null, null);
            } else {
                fill(column);
            }
        }
        MappedTable table = new MappedTable();
        columns.forEach(column -> table.with(column.name, column.type, column.value));
        return table;
    }

    private void fill(Column column) {
        switch (column.name) {
            case "id" -> {
                int id = random.nextInt(40) - 20;
                column.set(id, String.valueOf(id));
            }
            case "price" -> {
                int thousandths = random.nextInt(5_000) * (random.nextBoolean() ? 1 : 500);
                BigDecimal price = BigDecimal.valueOf(thousandths, 3);
                String lexical = price.toPlainString().replaceAll("\\.?0+$", "");
                column.set(DecimalData.fromBigDecimal(price, 12, 3), lexical);
            }
            case "at" -> {
                long ms = random.nextInt() * 1_000L;
                column.set(TimestampData.fromEpochMillis(ms), Instant.ofEpochMilli(ms).toString());
            }
            case "ok" -> {
                boolean ok = random.nextBoolean();
                column.set(ok, ok ? "true" : "false");
            }
            default -> {
                String text = STRINGS[random.nextInt(STRINGS.length)];
                column.set(text, text);
            }
        }
    }

    private List<Map> maps() {
        List<Map> maps = new ArrayList<>();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            List<Property> properties = new ArrayList<>();
            for (int j = 1 + random.nextInt(3); j > 0; j--) {
                List<Rule> objects = new ArrayList<>();
                for (int k = 1 + random.nextInt(2); k > 0; k--) {
                    objects.add(rule(Form.values()[random.nextInt(6)], count));
                }
                properties.add(new Property(iris("http://p/"), objects));
            }
            Form subject = random.nextInt(4) == 0 ? Form.BLANK : Form.TEMPLATE;
            maps.add(
                    new Map(
                            rule(subject, count),
                            random.nextBoolean() ? iris("http://c/") : List.of(),
                            properties));
        }
        return maps;
    }

    private List<String> iris(String prefix) {
        return random.nextBoolean()
                ? List.of(prefix + random.nextInt(3))
                : List.of(prefix + "x", prefix + "y");
    }

    private Rule rule(Form form, int mapCount) {
        Column first = columns.get(random.nextInt(columns.size()));
        Column second = columns.get(random.nextInt(columns.size()));
        return new Rule(
                form,
                form == Form.COLUMN || random.nextBoolean()
                        ? List.of(first)
                        : List.of(first, second),
                random.nextBoolean() ? "/" : "-x-",
                random.nextInt(3) == 0 ? "en" : null,
                random.nextInt(mapCount));
    }

    // The rules as Turtle

    private String turtle(List<Map> maps) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < maps.size(); i++) {
            Map map = maps.get(i);
            text.append("<#m").append(i).append("> rr:subjectMap [ ").append(term(map.subject));
            map.classes.forEach(type -> text.append(" ; rr:class <").append(type).append(">"));
            text.append(" ]");
            for (Property property : map.properties) {
                text.append(" ;\n rr:predicateObjectMap [ ");
                property.predicates.forEach(
                        iri -> text.append("rr:predicate <").append(iri).append("> ; "));
                text.append("rr:objectMap ")
                        .append(
                                property.objects.stream()
                                        .map(rule -> "[ " + term(rule) + " ]")
                                        .collect(Collectors.joining(", ")))
                        .append(" ]");
            }
            text.append(" .\n");
        }
        return text.toString();
    }

    private static String term(Rule rule) {
        String columns =
                rule.columns.stream()
                        .map(column -> "{" + column.name + "}")
                        .collect(Collectors.joining(rule.between));
        String language = rule.language == null ? "" : " ; rr:language \"en\"";
        return switch (rule.form) {
            case TEMPLATE -> "rr:template \"http://t/" + columns + "\"";
            case LITERAL_TEMPLATE ->
                    "rr:template \"\\\\{" + columns + "\" ; rr:termType rr:Literal" + language;
            case BLANK -> "rr:template \"" + columns + "\" ; rr:termType rr:BlankNode";
            case COLUMN -> "rr:column \"" + rule.columns.get(0).name + "\"" + language;
            case CONSTANT -> "rr:constant \"c\"" + (rule.language == null ? "" : "@en");
            case PARENT -> "rr:parentTriplesMap <#m" + rule.of + ">";
        };
    }

    // The naive model

    private static Set<String> naive(List<Map> maps) {
        Set<String> triples = new TreeSet<>();
        for (Map map : maps) {
            Value subject = value(map.subject, maps);
            if (subject == null) {
                continue;
            }
            for (String type : map.classes) {
                triples.add(triple((Resource) subject, TYPE, VALUES.createIRI(type)));
            }
            for (Property property : map.properties) {
                for (Rule rule : property.objects) {
                    Value object = value(rule, maps);
                    for (String predicate : property.predicates) {
                        if (object != null) {
                            triples.add(triple((Resource) subject, predicate, object));
                        }
                    }
                }
            }
        }
        return triples;
    }

    private static String triple(Resource subject, String predicate, Value object) {
        IRI iri = VALUES.createIRI(predicate);
        return NTriplesUtil.toNTriplesString(subject)
                + " "
                + NTriplesUtil.toNTriplesString(iri)
                + " "
                + NTriplesUtil.toNTriplesString(object);
    }

    private static Value value(Rule rule, List<Map> maps) {
        if (rule.form == Form.PARENT) {
            return value(maps.get(rule.of).subject, maps);
        }
        if (rule.form == Form.CONSTANT) {
            return literal("c", rule.language, null);
        }
        if (rule.columns.stream().anyMatch(column -> column.lexical == null)) {
            return null;
        }
        Column column = rule.columns.get(0);
        return switch (rule.form) {
            case COLUMN -> literal(column.lexical, rule.language, column.datatype);
            case LITERAL_TEMPLATE ->
                    literal(
                            "{"
                                    + rule.columns.stream()
                                            .map(c -> c.lexical)
                                            .collect(Collectors.joining(rule.between)),
                            rule.language,
                            null);
            case TEMPLATE ->
                    VALUES.createIRI(
                            "http://t/"
                                    + rule.columns.stream()
                                            .map(c -> percent(c.lexical))
                                            .collect(Collectors.joining(rule.between)));
            default ->
                    VALUES.createBNode(
                            "r"
                                    + label(
                                            rule.columns.stream()
                                                    .map(c -> c.lexical)
                                                    .collect(Collectors.joining(rule.between))));
        };
    }

    private static Value literal(String label, String language, String datatype) {
        if (language != null) {
            return VALUES.createLiteral(label, language);
        }
        return datatype == null
                ? VALUES.createLiteral(label)
                : VALUES.createLiteral(label, VALUES.createIRI(XSD + datatype));
    }

    private static String percent(String value) {
        return value.codePoints()
                .mapToObj(Character::toString)
                .map(c -> c.codePointAt(0) > 0xA0 ? c : java(c))
                .collect(Collectors.joining());
    }

    /** Java's encoding of forms is that of URIs but for three characters. */
    private static String java(String character) {
        return URLEncoder.encode(character, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A")
                .replace("%7E", "~");
    }

    private static String label(String value) {
        StringBuilder label = new StringBuilder();
        for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
            label.append(
                    Character.toString(b & 0xFF).matches("[A-Za-z0-9]")
                            ? Character.toString(b)
                            : String.format("_%02X", b));
        }
        return label.toString();
    }
}
