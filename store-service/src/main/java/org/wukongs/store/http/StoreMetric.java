package org.wukongs.store.http;

import static org.wukongs.metric.MetricKind.COUNTER;
import static org.wukongs.metric.MetricKind.GAUGE;
import static org.wukongs.store.http.MetricReader.changelogs;
import static org.wukongs.store.http.MetricReader.copy;
import static org.wukongs.store.http.MetricReader.each;
import static org.wukongs.store.http.MetricReader.leftOut;
import static org.wukongs.store.http.MetricReader.log;
import static org.wukongs.store.http.MetricReader.logPositions;
import static org.wukongs.store.http.MetricReader.one;
import static org.wukongs.store.http.MetricReader.parts;
import static org.wukongs.store.http.MetricReader.peerFabrics;
import static org.wukongs.store.http.MetricReader.peerSeconds;
import static org.wukongs.store.http.MetricReader.peers;
import static org.wukongs.store.http.MetricReader.queries;
import static org.wukongs.store.http.MetricReader.queryLatencies;
import static org.wukongs.store.http.MetricReader.querySeconds;
import static org.wukongs.store.http.MetricReader.replicaSeconds;
import static org.wukongs.store.http.MetricReader.replicas;
import static org.wukongs.store.http.MetricReader.seconds;
import static org.wukongs.store.http.MetricReader.streamSeconds;
import static org.wukongs.store.http.MetricReader.streams;
import static org.wukongs.store.http.MetricReader.updateLatencies;

import java.util.List;
import org.wukongs.client.StoreStatus.ChangelogStatus;
import org.wukongs.client.StoreStatus.QueryStatus;
import org.wukongs.client.StoreStatus.ReplicaStatus;
import org.wukongs.client.StoreStatus.StreamStatus;
import org.wukongs.metric.DescribedMetric;
import org.wukongs.metric.MetricDescription;
import org.wukongs.metric.MetricKind;
import org.wukongs.store.node.CapacityUse;
import org.wukongs.store.peer.PeerStatistics;
import org.wukongs.store.server.CopyStatistics;
import org.wukongs.store.view.RequestCosts;

/** The metrics of {@code GET /metrics}, in its order, each with how its values are read. */
public enum StoreMetric implements DescribedMetric {
    STABLE_SNAPSHOT(
            "wukongs_stable_snapshot",
            GAUGE,
            "Snapshot that one-shot queries read.",
            one(n -> n.status().stableSnapshot())),
    STORED_TRIPLES(
            "wukongs_stored_triples",
            GAUGE,
            "Triples in all stored graphs.",
            one(n -> n.status().storedTripleCount())),
    STREAMS("wukongs_streams", GAUGE, "Registered streams.", one(n -> n.status().streams().size())),
    QUERIES(
            "wukongs_queries",
            GAUGE,
            "Registered continuous queries.",
            one(n -> n.status().queries().size())),
    DICTIONARY_TERMS(
            "wukongs_dictionary_terms",
            GAUGE,
            "Terms in the dictionary.",
            one(n -> n.dictionary().termCount())),
    DICTIONARY_PREDICATES(
            "wukongs_dictionary_predicates",
            GAUGE,
            "Predicates in the dictionary.",
            one(n -> n.dictionary().predicateCount())),
    DICTIONARY_MEMORY_BYTES(
            "wukongs_dictionary_memory_bytes",
            GAUGE,
            "Memory of the dictionary.",
            one(n -> n.dictionary().memoryBytes())),
    DICTIONARY_FREE_BYTES(
            "wukongs_dictionary_free_bytes",
            GAUGE,
            "Memory of the dictionary that is free for new terms.",
            one(n -> n.dictionary().freeBytes())),
    DICTIONARY_RECLAIMED(
            "wukongs_dictionary_reclaimed_total",
            COUNTER,
            "Terms that were reclaimed, because nothing named them any longer.",
            one(n -> n.dictionary().reclaimedCount())),
    DICTIONARY_ROUNDS(
            "wukongs_dictionary_rounds_total",
            COUNTER,
            "Rounds of looking for such terms.",
            one(n -> n.dictionary().roundCount())),
    DICTIONARY_LOOKUPS(
            "wukongs_dictionary_lookups_total",
            COUNTER,
            "Look-ups of terms, by outcome.",
            each("outcome")
                    .of("hit", n -> n.dictionary().hitCount())
                    .of("miss", n -> n.dictionary().missCount())),
    DICTIONARY_TERMS_LIMIT(
            "wukongs_dictionary_terms_limit",
            GAUGE,
            "Terms that the dictionary may have.",
            one(n -> n.server().config().dictionary().termCountMax())),
    CAPACITY_USED_BYTES(
            "wukongs_capacity_used_bytes",
            GAUGE,
            "Bytes in use, by part that has a limit: memory of stored graphs, windows, changelogs,"
                    + " dictionary, queries, frames (TCP requests and replies), rings (shared"
                    + " memory of clients) and live readers, and the disk with the data directory.",
            parts(CapacityUse::usedBytes)),
    CAPACITY_LIMIT_BYTES(
            "wukongs_capacity_limit_bytes",
            GAUGE,
            "Limit of each of these parts.",
            parts(CapacityUse::limitBytes)),
    QUERIES_MEMORY_BYTES(
            "wukongs_queries_memory_bytes",
            GAUGE,
            "Memory of running queries and of results not yet sent.",
            one(n -> n.server().queryBudget().takenBytes())),
    QUERIES_REFUSED(
            "wukongs_queries_refused_total",
            COUNTER,
            "Executions that were ended because all queries together had used up the memory.",
            one(n -> n.server().queryBudget().refusalCount())),
    QUERY_ERRORS(
            "wukongs_query_errors_total",
            COUNTER,
            "Executions that ended by an error of the machine or of a library.",
            one(n -> n.server().queryErrorCount())),
    UPDATES(
            "wukongs_updates_total",
            COUNTER,
            "Requests of SPARQL Update and writes of the Graph Store Protocol, by outcome.",
            each("outcome")
                    .of("done", n -> n.updates().doneCount())
                    .of("failed", n -> n.updates().failedCount())),
    TEXTS(
            "wukongs_texts_total",
            COUNTER,
            "Texts of one-shot queries and updates: known, because they differ from an earlier one"
                    + " in constants only; parsed; or learned from, by some dozens of parses.",
            each("outcome")
                    .of("known", n -> n.texts().known())
                    .of("parsed", n -> n.texts().parsed())
                    .of("learned", n -> n.texts().learned())),
    UPDATE_TRIPLES(
            "wukongs_update_triples_total",
            COUNTER,
            "Triples that these requests have added and removed.",
            each("change")
                    .of("added", n -> n.updates().addedCount())
                    .of("removed", n -> n.updates().removedCount())),
    UPDATE_LATENCY_SECONDS(
            "wukongs_update_latency_seconds",
            GAUGE,
            "Engine time of one such request, without the wait for its turn, by quantile, since the"
                    + " start.",
            updateLatencies()),
    CHECKPOINTS(
            "wukongs_checkpoints_total",
            COUNTER,
            "Checkpoints written.",
            one(n -> n.checkpoints().count())),
    CHECKPOINT_FAILURES(
            "wukongs_checkpoint_failures_total",
            COUNTER,
            "Checkpoints that failed.",
            one(n -> n.checkpoints().failureCount())),
    CHECKPOINT_LAST_END_SECONDS(
            "wukongs_checkpoint_last_end_seconds",
            GAUGE,
            "When the last checkpoint was on disk, in seconds since 1970; 0 for none.",
            seconds(n -> n.checkpoints().lastEndMs())),
    CHECKPOINT_LAST_BYTES(
            "wukongs_checkpoint_last_bytes",
            GAUGE,
            "Size of the last checkpoint.",
            one(n -> n.checkpoints().lastBytes())),
    CHECKPOINT_LAST_NEW_BYTES(
            "wukongs_checkpoint_last_new_bytes",
            GAUGE,
            "Size of what the last checkpoint does not share with the one before.",
            one(n -> n.checkpoints().lastNewBytes())),
    CHECKPOINT_LAST_DURATION_SECONDS(
            "wukongs_checkpoint_last_duration_seconds",
            GAUGE,
            "Time from the start of the last checkpoint until it was on disk.",
            seconds(n -> n.checkpoints().lastDurationMs())),
    CHECKPOINT_LAST_PAUSE_SECONDS(
            "wukongs_checkpoint_last_pause_seconds",
            GAUGE,
            "How long the store took in no data at a time because of the last checkpoint.",
            seconds(n -> n.checkpoints().lastPauseMs())),
    LOG_POSITION(
            "wukongs_log_position",
            GAUGE,
            "Number of the newest record of the log that was appended, that the operating system"
                    + " has, and that is on disk.",
            logPositions()),
    LOG_BYTES(
            "wukongs_log_bytes_total",
            COUNTER,
            "Bytes written to the log, those written again after an error included.",
            log(log -> log.counts().writtenBytes())),
    LOG_GROUPS(
            "wukongs_log_groups_total",
            COUNTER,
            "Groups of records that were written together.",
            log(log -> log.counts().groupCount())),
    LOG_SYNCS(
            "wukongs_log_syncs_total",
            COUNTER,
            "How often the log was written to the disk itself.",
            log(log -> log.counts().syncCount())),
    LOG_SYNC_SECONDS(
            "wukongs_log_sync_seconds_total",
            COUNTER,
            "How long these syncs took together.",
            log(log -> log.counts().syncNs() / 1e9)),
    LOG_SYNC_MAX_SECONDS(
            "wukongs_log_sync_max_seconds",
            GAUGE,
            "How long the longest of these syncs took.",
            log(log -> log.counts().syncNsMax() / 1e9)),
    LOG_FAILURES(
            "wukongs_log_failures_total",
            COUNTER,
            "Errors of the disk when the log was written.",
            log(log -> log.counts().failureCount())),
    LOG_STALLED(
            "wukongs_log_stalled",
            GAUGE,
            "1 while the log cannot be written, so that the store acknowledges nothing.",
            log(log -> log.stalled() ? 1 : 0)),
    LOG_SEGMENTS(
            "wukongs_log_segments",
            GAUGE,
            "Files of the log.",
            log(log -> log.usage() == null ? null : log.usage().segmentCount())),
    LOG_DISK_BYTES(
            "wukongs_log_disk_bytes",
            GAUGE,
            "Size of the log on disk.",
            log(log -> log.usage() == null ? null : log.usage().bytes())),
    LOG_REPLAY_RECORDS(
            "wukongs_log_replay_records",
            GAUGE,
            "Records of the log that the start has carried out.",
            log(log -> log.replayed() == null ? null : log.replayed().recordCount())),
    LOG_REPLAY_SECONDS(
            "wukongs_log_replay_seconds",
            GAUGE,
            "How long the start took for that.",
            log(log -> log.replayed() == null ? null : log.replayed().ms() / 1e3)),
    DURABLE_POSITION(
            "wukongs_durable_position",
            GAUGE,
            "Number of the newest record of the log that the copy at --durable-uri has.",
            copy(copy -> copy.position() < 0 ? null : copy.position())),
    DURABLE_BEHIND_BYTES(
            "wukongs_durable_behind_bytes",
            GAUGE,
            "Bytes of the log that came after that.",
            copy(CopyStatistics::behindBytes)),
    DURABLE_BEHIND_SECONDS(
            "wukongs_durable_behind_seconds",
            GAUGE,
            "Age of the oldest of them at most, 0 if there are none.",
            copy(copy -> copy.behindMs() / 1e3)),
    DURABLE_COPIES(
            "wukongs_durable_copies_total",
            COUNTER,
            "How often the copy was brought up to date.",
            copy(CopyStatistics::count)),
    DURABLE_FAILURES(
            "wukongs_durable_failures_total",
            COUNTER,
            "Attempts of that which failed.",
            copy(CopyStatistics::failureCount)),
    DURABLE_FAILING(
            "wukongs_durable_failing",
            GAUGE,
            "1 if the newest attempt failed.",
            copy(copy -> copy.isFailing() ? 1 : 0)),
    DURABLE_PUT_BYTES(
            "wukongs_durable_put_bytes_total",
            COUNTER,
            "Bytes that were put there.",
            copy(CopyStatistics::putBytes)),
    DURABLE_LAST_END_SECONDS(
            "wukongs_durable_last_end_seconds",
            GAUGE,
            "When the newest copy was there, in seconds since 1970; 0 for none.",
            copy(copy -> copy.lastEndMs() / 1e3)),
    STREAM_STABLE_SECONDS(
            "wukongs_stream_stable_seconds",
            GAUGE,
            "Event time up to which a stream is stable.",
            streamSeconds(StreamStatus::stableMs)),
    STREAM_ENDED(
            "wukongs_stream_ended",
            GAUGE,
            "1 when a stream has ended.",
            streams(s -> s.stableMs() == Long.MAX_VALUE ? 1 : 0)),
    STREAM_TUPLES(
            "wukongs_stream_tuples_total",
            COUNTER,
            "Tuples taken for windows; tuples of open batches that a failed job sends again count"
                    + " again.",
            streams(StreamStatus::tupleCount)),
    STREAM_LATE_TUPLES(
            "wukongs_stream_late_tuples_total",
            COUNTER,
            "Tuples whose batch was closed before they came.",
            streams(StreamStatus::lateCount)),
    STREAM_DUPLICATE_MESSAGES(
            "wukongs_stream_duplicate_messages_total",
            COUNTER,
            "Messages that were received again.",
            streams(StreamStatus::duplicateCount)),
    STREAM_STAGED_TUPLES(
            "wukongs_stream_staged_tuples",
            GAUGE,
            "Tuples of batches that are not yet injected.",
            streams(StreamStatus::stagedTupleCount)),
    STREAM_WRITERS(
            "wukongs_stream_writers",
            GAUGE,
            "Writers of the current writer epoch.",
            streams(StreamStatus::writerCount)),
    STREAM_OPEN_WRITERS(
            "wukongs_stream_open_writers",
            GAUGE,
            "Connected writers of the current writer epoch.",
            streams(StreamStatus::openWriterCount)),
    STREAM_UNCOMMITTED_MESSAGES(
            "wukongs_stream_uncommitted_messages",
            GAUGE,
            "Messages of the current writer epoch that no completed checkpoint covers.",
            streams(StreamStatus::uncommittedCount)),
    STREAM_IDLE(
            "wukongs_stream_idle",
            GAUGE,
            "1 when no writer holds a stream back.",
            streams(s -> s.idle() ? 1 : 0)),
    STREAM_RETAINED_TUPLES(
            "wukongs_stream_retained_tuples",
            GAUGE,
            "Tuples kept for windows.",
            streams(StreamStatus::retainedTupleCount)),
    STREAM_RETAINED_TUPLES_LIMIT(
            "wukongs_stream_retained_tuples_limit",
            GAUGE,
            "Tuples of each stream that may be kept for windows.",
            one(n -> n.server().config().ringTupleCountMax())),
    STREAM_YIELDED_TUPLES(
            "wukongs_stream_yielded_tuples_total",
            COUNTER,
            "Tuples dropped for newer ones, although queries without a reader still needed them.",
            streams(StreamStatus::yieldedTupleCount)),
    STREAM_MENTIONS(
            "wukongs_stream_mentions",
            GAUGE,
            "Mentions that keep stored triples until they are due, by the stream's retention.",
            streams(StreamStatus::mentionCount)),
    STREAM_EXPIRED_TRIPLES(
            "wukongs_stream_expired_triples_total",
            COUNTER,
            "Stored triples that left with the last mention that kept them.",
            streams(StreamStatus::expiredTripleCount)),
    QUERY_EXECUTIONS(
            "wukongs_query_executions_total",
            COUNTER,
            "Executions of a continuous query.",
            queries(QueryStatus::executionCount)),
    QUERY_ROWS(
            "wukongs_query_rows_total",
            COUNTER,
            "Rows that a continuous query has found.",
            queries(QueryStatus::rowCount)),
    QUERY_FAILURES(
            "wukongs_query_failures_total",
            COUNTER,
            "Executions that failed.",
            queries(QueryStatus::failureCount)),
    QUERY_LOST_WINDOWS(
            "wukongs_query_lost_windows_total",
            COUNTER,
            "Windows dropped before any reader read them, because a stream's ring was full.",
            queries(QueryStatus::lostWindowCount)),
    QUERY_LATENCY_SECONDS(
            "wukongs_query_latency_seconds",
            GAUGE,
            "Engine time of one execution, by quantile, since the query's registration.",
            queryLatencies()),
    QUERY_LAG_SECONDS(
            "wukongs_query_lag_seconds",
            GAUGE,
            "How far the query's streams are stable beyond the next window end to be executed.",
            querySeconds(QueryStatus::lagMs)),
    QUERY_NEXT_WINDOW_SECONDS(
            "wukongs_query_next_window_seconds",
            GAUGE,
            "End of the next window to be read.",
            querySeconds(QueryStatus::nextWindowEndMs)),
    CHANGELOG_READERS(
            "wukongs_changelog_readers",
            GAUGE,
            "Readers of a graph's changelog, those that are gone included.",
            changelogs(ChangelogStatus::readerCount)),
    CHANGELOG_CHANGES(
            "wukongs_changelog_changes",
            GAUGE,
            "Changes of a graph that are kept for its readers.",
            changelogs(ChangelogStatus::changeCount)),
    CHANGELOG_BYTES(
            "wukongs_changelog_bytes",
            GAUGE,
            "Heap for the changes of a graph that are kept for its readers.",
            changelogs(ChangelogStatus::memoryBytes)),
    READERS_DROPPED(
            "wukongs_readers_dropped_total",
            COUNTER,
            "Readers of queries dropped to make room, after they were gone.",
            one(n -> n.server().droppedReaderCount())),
    REPLICA_TUPLES(
            "wukongs_replica_tuples_total",
            COUNTER,
            "Tuples copied of a stream of another node, because queries of this one read it.",
            replicas(ReplicaStatus::tupleCount)),
    REPLICA_BYTES(
            "wukongs_replica_bytes_total",
            COUNTER,
            "Bytes of these tuples.",
            replicas(ReplicaStatus::byteCount)),
    REPLICA_RETAINED_TUPLES(
            "wukongs_replica_retained_tuples",
            GAUGE,
            "Those of them that are kept for windows.",
            replicas(ReplicaStatus::retainedTupleCount)),
    REPLICA_STABLE_SECONDS(
            "wukongs_replica_stable_seconds",
            GAUGE,
            "Event time up to which the copy of a stream of another node is stable.",
            replicaSeconds(ReplicaStatus::stableMs)),
    REPLICAS_DROPPED(
            "wukongs_replicas_dropped_total",
            COUNTER,
            "Nodes that copied a stream of this one, let go to make room after they were gone.",
            one(n -> n.server().droppedReplicaCount())),
    CONNECTIONS(
            "wukongs_connections",
            GAUGE,
            "Open TCP connections.",
            one(n -> n.connections().openCount())),
    CONNECTIONS_LIMIT(
            "wukongs_connections_limit",
            GAUGE,
            "TCP connections that may be open.",
            one(n -> n.connections().countMax())),
    CONNECTIONS_REFUSED(
            "wukongs_connections_refused_total",
            COUNTER,
            "TCP connections refused because there were too many.",
            one(n -> n.connections().refusedCount())),
    CONNECTIONS_FAILED(
            "wukongs_connections_failed_total",
            COUNTER,
            "TCP connections for which the machine had no file descriptor, thread or memory.",
            one(n -> n.connections().failedCount())),
    CONNECTIONS_CUT(
            "wukongs_connections_cut_total",
            COUNTER,
            "TCP connections closed because the client was late with HELLO, a request or taking a"
                    + " reply.",
            one(n -> n.connections().cutCount())),
    RINGS(
            "wukongs_rings",
            GAUGE,
            "Open TCP connections whose requests and replies go through shared memory.",
            one(n -> n.rings().openCount())),
    RING_BYTES(
            "wukongs_ring_bytes",
            GAUGE,
            "Shared memory that they take.",
            one(n -> n.rings().bytes())),
    RINGS_TAKEN(
            "wukongs_rings_taken_total",
            COUNTER,
            "Connections that got shared memory.",
            one(n -> n.rings().takenCount())),
    RINGS_REFUSED(
            "wukongs_rings_refused_total",
            COUNTER,
            "Connections that stayed with TCP because there was no shared memory left for them, or"
                    + " their client did not see it.",
            one(n -> n.rings().refusedCount())),
    RINGS_BROKEN(
            "wukongs_rings_broken_total",
            COUNTER,
            "Connections closed because their client wrote into the shared memory what cannot be.",
            one(n -> n.rings().brokenCount())),
    RING_BELLS(
            "wukongs_ring_bells_total",
            COUNTER,
            "Clients woken by a byte on their socket because they waited for shared memory.",
            one(n -> n.rings().bellCount())),
    METADATA_NEEDED(
            "wukongs_metadata_positions_needed",
            GAUGE,
            "Positions of the cluster's metadata log that a start of some node may need: the log"
                    + " cannot let go of them. It goes on rising while a node is away.",
            one(n -> n.server().metadataNeededCount())),
    PEER_REQUESTS(
            "wukongs_peer_requests_total",
            COUNTER,
            "Requests sent to another node of the cluster.",
            peers(PeerStatistics::requestCount)),
    PEER_REQUEST_BYTES(
            "wukongs_peer_request_bytes_total",
            COUNTER,
            "Bytes of these requests.",
            peers(PeerStatistics::requestBytes)),
    PEER_ANSWERS(
            "wukongs_peer_answers_total",
            COUNTER,
            "Answers of another node, errors included.",
            peers(PeerStatistics::answerCount)),
    PEER_ANSWER_BYTES(
            "wukongs_peer_answer_bytes_total",
            COUNTER,
            "Bytes of these answers.",
            peers(PeerStatistics::answerBytes)),
    PEER_CONNECTIONS_LOST(
            "wukongs_peer_connections_lost_total",
            COUNTER,
            "Connections to another node that were lost.",
            peers(PeerStatistics::lostCount)),
    PEER_FABRIC(
            "wukongs_peer_fabric",
            GAUGE,
            "1, with what carries the reads of another node's graphs, and why not what the options"
                    + " prefer.",
            peerFabrics()),
    PEER_READS_IN_PLACE(
            "wukongs_peer_reads_in_place_total",
            COUNTER,
            "Columns of a step that were read in the memory of another node, without a request.",
            peers(PeerStatistics::inPlaceCount)),
    PEER_READS_FALLEN_BACK(
            "wukongs_peer_reads_fallen_back_total",
            COUNTER,
            "Columns of a step whose read in its memory did not count, so that the node was asked.",
            peers(PeerStatistics::fallbackCount)),
    NETWORK_ROUNDS(
            "wukongs_network_read_rounds_total",
            COUNTER,
            "Times that reads of other nodes' memory over RDMA were waited for.",
            one(n -> n.network().roundCount())),
    NETWORK_READS(
            "wukongs_network_reads_total",
            COUNTER,
            "Reads of other nodes' memory over RDMA.",
            one(n -> n.network().readCount())),
    NETWORK_READ_BYTES(
            "wukongs_network_read_bytes_total",
            COUNTER,
            "Bytes of these reads.",
            one(n -> n.network().readBytes())),
    NETWORK_LOCATION_HITS(
            "wukongs_network_location_hits_total",
            COUNTER,
            "Vertices of a step over RDMA whose list was known to be where it is, so that no reads"
                    + " looked for it.",
            one(n -> n.network().locationHitCount())),
    NETWORK_LOCATION_MISSES(
            "wukongs_network_location_misses_total",
            COUNTER,
            "Vertices of a step over RDMA whose list was looked for.",
            one(n -> n.network().locationMissCount())),
    PEER_WAIT_SECONDS(
            "wukongs_peer_wait_seconds",
            GAUGE,
            "Time from a small request to another node to its answer, as measured last.",
            peerSeconds(RequestCosts::waitNs)),
    PEER_WORK_SECONDS(
            "wukongs_peer_work_seconds",
            GAUGE,
            "Time that one more small request adds if several are sent together.",
            peerSeconds(RequestCosts::workNs)),
    PEER_ID_SECONDS(
            "wukongs_peer_id_seconds",
            GAUGE,
            "Time for an id that is sent to another node or comes back.",
            peerSeconds(RequestCosts::idNs)),
    FRAME_MEMORY_BYTES(
            "wukongs_frame_memory_bytes",
            GAUGE,
            "Heap of large TCP requests and replies in progress.",
            one(n -> n.connections().frameBytes())),
    HTTP_REQUESTS_ACTIVE(
            "wukongs_http_requests_active",
            GAUGE,
            "Requests in progress.",
            one(n -> n.http().requests().active())),
    HTTP_REQUESTS(
            "wukongs_http_requests_total",
            COUNTER,
            "Requests answered, by status class.",
            each("status")
                    .of("2xx", n -> n.http().requests().answered(2))
                    .of("3xx", n -> n.http().requests().answered(3))
                    .of("4xx", n -> n.http().requests().answered(4))
                    .of("5xx", n -> n.http().requests().answered(5))),
    HTTP_CONNECTIONS(
            "wukongs_http_connections",
            GAUGE,
            "Open connections.",
            one(n -> n.http().connections().openCount())),
    LIVE_READERS(
            "wukongs_live_readers",
            GAUGE,
            "Clients that read live results over HTTP.",
            one(n -> n.http().live().readerCount())),
    LIVE_WINDOWS_SENT(
            "wukongs_live_windows_sent_total",
            COUNTER,
            "Windows that live readers have taken, each once for each reader.",
            one(n -> n.http().live().sentCount())),
    LIVE_READERS_ENDED(
            "wukongs_live_readers_ended_total",
            COUNTER,
            "Live readers that have ended, by reason; client: it went away.",
            each("reason")
                    .of("client", n -> n.http().live().leftCount(null))
                    .of("slow", n -> n.http().live().leftCount(LiveEnd.SLOW))
                    .of("dropped", n -> n.http().live().leftCount(LiveEnd.DROPPED))
                    .of("gave-way", n -> n.http().live().leftCount(LiveEnd.GAVE_WAY))
                    .of(
                            "not-authenticated",
                            n -> n.http().live().leftCount(LiveEnd.NOT_AUTHENTICATED))
                    .of("shutting-down", n -> n.http().live().leftCount(LiveEnd.SHUTTING_DOWN))
                    .of("failed", n -> n.http().live().leftCount(LiveEnd.FAILED))),
    LIVE_READERS_REFUSED(
            "wukongs_live_readers_refused_total",
            COUNTER,
            "Live readers that were refused because there were too many.",
            one(n -> n.http().live().refusedCount())),
    LIVE_MEMORY_BYTES(
            "wukongs_live_memory_bytes",
            GAUGE,
            "Encoded windows that are kept for live readers.",
            one(n -> n.http().live().memory().bytes())),
    ACCESS_REFUSED(
            "wukongs_access_refused_total",
            COUNTER,
            "Requests and connections without a token that counts, and requests that a role does"
                    + " not allow.",
            each("reason")
                    .of("not-authenticated", n -> n.server().security().access().unknownCount())
                    .of("not-allowed", n -> n.server().security().access().refusedCount())),
    SECURITY_FAILURES(
            "wukongs_security_failures_total",
            COUNTER,
            "New files of tokens and keys, and fetched keys, that could not be used.",
            one(n -> n.server().security().failureCount())),
    TLS_CERTIFICATE_END(
            "wukongs_tls_certificate_end_seconds",
            GAUGE,
            "When the store's certificate ends, in seconds since 1970; 0 without TLS.",
            seconds(n -> n.server().security().certificateEndMs())),
    METRICS_LEFT_OUT(
            "wukongs_metrics_left_out",
            GAUGE,
            "Queries, streams and so on without samples here, because there are more than "
                    + HttpLimits.METRIC_ENTITY_COUNT_MAX
                    + " of the kind.",
            leftOut()),
    HTTP_CONNECTIONS_CUT(
            "wukongs_http_connections_cut_total",
            COUNTER,
            "Connections that the store closed, and streams of HTTP/2 that it reset, because the"
                    + " client was too slow or there were too many.",
            each("reason")
                    .of("slow", n -> n.http().connections().slowCount())
                    .of("crowded", n -> n.http().connections().evictedCount()));

    private final MetricDescription description;

    /** Reads the samples; stateless. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final MetricReader reader;

    StoreMetric(String metricName, MetricKind kind, String meaning, MetricReader reader) {
        this.description = new MetricDescription(metricName, kind, unit(metricName), meaning);
        this.reader = reader;
    }

    /** Returns the unit in the name, as Prometheus wants it. */
    private static String unit(String metricName) {
        if (metricName.endsWith("_seconds")) {
            return "s";
        }
        return metricName.endsWith("_bytes") ? "bytes" : "";
    }

    @Override
    public MetricDescription description() {
        return description;
    }

    MetricReader reader() {
        return reader;
    }

    /** Returns the names of each sample's labels, separated by commas; empty if there are none. */
    public String labels() {
        return reader.labels();
    }

    /** Returns these names one by one. */
    List<String> labelNames() {
        return reader.labels().isEmpty() ? List.of() : List.of(reader.labels().split(", "));
    }
}
