-- Enrichment: likes from Kafka, each with what the stored social network knows about the user.
-- stored.nt is the social network; docs/examples.md says how to run this.

SET 'execution.checkpointing.interval' = '1 s';
SET 'pipeline.name' = 'enrichment';

CREATE CATALOG wk WITH ('type' = 'wukongs', 'store' = 'localhost:7878');
CALL wk.sys.load('stored.nt', 'STORED');

-- The stored graph as a table; lookups are cached for ten seconds.
CREATE TABLE wk.social.network
  WITH ('connector' = 'wukongs', 'graph' = 'STORED', 'term.format' = 'n-triples', 'lookup.cache' = 'PARTIAL',
    'lookup.partial-cache.max-rows' = '10000', 'lookup.partial-cache.expire-after-write' = '10 s');

CREATE TABLE likes (
  s STRING, p STRING, o STRING, ts TIMESTAMP_LTZ(3) METADATA FROM 'timestamp', proc_time AS PROCTIME()
) WITH (
  'connector' = 'kafka', 'topic' = 'likedpoststream', 'properties.bootstrap.servers' = 'localhost:9092',
  'properties.isolation.level' = 'read_committed', 'scan.startup.mode' = 'earliest-offset', 'format' = 'rdf'
);

CREATE TABLE enriched_likes (
  `user` STRING, post STRING, person STRING, status STRING, ts TIMESTAMP_LTZ(3)
) WITH (
  'connector' = 'kafka', 'topic' = 'enriched-likes', 'properties.bootstrap.servers' = 'localhost:9092',
  'format' = 'json', 'json.timestamp-format.standard' = 'ISO-8601',
  'sink.delivery-guarantee' = 'exactly-once', 'sink.transactional-id-prefix' = 'enriched-likes',
  'properties.transaction.timeout.ms' = '600000'
);

-- Every account belongs to a person; a status is optional.
INSERT INTO enriched_likes
SELECT l.s, l.o, a.o, st.o, l.ts
FROM likes AS l
JOIN wk.social.network FOR SYSTEM_TIME AS OF l.proc_time AS a
  ON l.s = a.s AND a.p = '<http://rdfs.org/sioc/ns#account_of>'
LEFT JOIN wk.social.network FOR SYSTEM_TIME AS OF l.proc_time AS st
  ON l.s = st.s AND st.p = '<http://www.ins.cwi.nl/sib/vocabulary/status>'
WHERE l.p = '<http://www.ins.cwi.nl/sib/vocabulary/like>';
