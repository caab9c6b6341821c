package org.wukongs.kafka.rdf;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.List;
import org.apache.flink.annotation.Internal;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.wukongs.csparql.NTriples;
import org.wukongs.error.WukongsException;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.Tuple;

/**
 * The source of a record's event time: its timestamp, a header or a predicate. A time outside of
 * [0, {@link #MAX_MS}] is an error: a time in the far future would close all windows.
 *
 * @param header name of the header with decimal milliseconds, or null
 * @param predicate N-Triples term of the predicate whose object is an xsd:dateTime or integer
 *     milliseconds, or null
 */
@Internal
public record EventTime(String header, String predicate) implements Serializable {

    /** The end of the year 9999, the store's limit. */
    public static final long MAX_MS = InputLimits.EVENT_TIME_MS_MAX;

    private static final int DIGITS_MAX = 15;

    /** {@code predicateIri} is without brackets; at most one of both is not null. */
    public static EventTime of(String header, String predicateIri) {
        if (header != null && predicateIri != null) {
            throw WukongsException.user(
                    "event time must come from a header or from a predicate, not from both: header="
                            + header
                            + " predicate="
                            + predicateIri);
        }
        return new EventTime(header, predicateIri == null ? null : iriTerm(predicateIri));
    }

    private static String iriTerm(String iri) {
        if (!NTriples.isAbsoluteIri(iri)) {
            throw WukongsException.user(
                    "event time predicate is not an absolute IRI: predicate=" + iri);
        }
        return NTriples.iri(iri);
    }

    /** The time of a record before it is parsed; 0 if a predicate will give it. */
    long ofRecord(ConsumerRecord<byte[], byte[]> record) throws BadRdfException {
        if (predicate != null) {
            return 0;
        }
        if (header == null) {
            return checked(record.timestamp(), "record timestamp");
        }
        Header found = record.headers().lastHeader(header);
        if (found == null || found.value() == null) {
            throw new BadRdfException("event time header is missing: header=" + header);
        }
        return ofDigits(new String(found.value(), StandardCharsets.UTF_8), "header " + header);
    }

    /** The time of a parsed record, from the predicate, which must have one object only. */
    public long ofTriples(List<Tuple> triples) throws BadRdfException {
        String object = null;
        for (Tuple triple : triples) {
            if (triple.predicate().equals(predicate)) {
                if (object != null && !object.equals(triple.object())) {
                    throw new BadRdfException(
                            "event time predicate has several objects: predicate=" + predicate);
                }
                object = triple.object();
            }
        }
        if (object == null) {
            throw new BadRdfException("event time predicate is missing: predicate=" + predicate);
        }
        return ofTerm(object);
    }

    private static long ofTerm(String term) throws BadRdfException {
        if (!term.startsWith("\"")) {
            throw new BadRdfException("event time is not a literal: object=" + term);
        }
        Literal literal = NTriplesUtil.parseLiteral(term, SimpleValueFactory.getInstance());
        var datatype = literal.getCoreDatatype().asXSDDatatypeOrNull();
        if (datatype != null && datatype.isIntegerDatatype()) {
            return ofDigits(literal.getLabel(), "object");
        }
        if (datatype == org.eclipse.rdf4j.model.base.CoreDatatype.XSD.DATETIME) {
            return ofDateTime(literal.getLabel());
        }
        throw new BadRdfException(
                "event time is neither xsd:dateTime nor an integer: object=" + term);
    }

    /** The time of an xsd:dateTime; without an offset it is UTC. */
    public static long ofDateTime(String text) throws BadRdfException {
        try {
            TemporalAccessor parsed =
                    DateTimeFormatter.ISO_DATE_TIME.parseBest(
                            text.strip(), OffsetDateTime::from, LocalDateTime::from);
            OffsetDateTime time =
                    parsed instanceof OffsetDateTime withOffset
                            ? withOffset
                            : ((LocalDateTime) parsed).atOffset(ZoneOffset.UTC);
            return checked(time.toInstant().toEpochMilli(), "object");
        } catch (DateTimeException | ArithmeticException e) {
            throw new BadRdfException("event time is not an xsd:dateTime: text=" + text, e);
        }
    }

    /** The time of decimal milliseconds; {@code source} names their origin in errors. */
    public static long ofDigits(String text, String source) throws BadRdfException {
        String digits = text.strip();
        boolean decimal = !digits.isEmpty() && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!decimal || digits.length() > DIGITS_MAX) {
            throw new BadRdfException(
                    "event time is not a number of milliseconds: source="
                            + source
                            + " text="
                            + text);
        }
        return checked(Long.parseLong(digits), source);
    }

    private static long checked(long timeMs, String source) throws BadRdfException {
        if (timeMs < 0 || timeMs > MAX_MS) {
            throw new BadRdfException(
                    "event time is out of range: source=" + source + " timeMs=" + timeMs);
        }
        return timeMs;
    }
}
