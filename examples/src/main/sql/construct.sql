-- A query's CONSTRUCT stream feeds another query: the store suggests posts of friends, and the
-- second query tells which suggestions were liked within their second.
-- stored.nt is the social network; docs/examples.md says how to run this.

SET 'execution.checkpointing.interval' = '1 s';
SET 'pipeline.name' = 'construct';
SET 'pipeline.auto-watermark-interval' = '20 ms';

CREATE CATALOG wk WITH ('type' = 'wukongs', 'store' = 'localhost:7878');
CALL wk.sys.load('stored.nt', 'STORED');

CREATE TABLE wk.social.posts
  WITH ('connector' = 'wukongs', 'stream' = 'http://deri.org/poststream', 'term.format' = 'n-triples');
CREATE TABLE wk.social.likes
  WITH ('connector' = 'wukongs', 'stream' = 'http://deri.org/likedpoststream', 'term.format' = 'n-triples');

-- The store writes this stream and its readers are queries: it needs no table.
CALL wk.sys.register('
  REGISTER STREAM <http://example.org/suggestions> AS
  PREFIX sioc: <http://rdfs.org/sioc/ns#>
  PREFIX foaf: <http://xmlns.com/foaf/0.1/>
  CONSTRUCT { ?user <http://example.org/mayLike> ?post }
  FROM STREAM <http://deri.org/poststream> [RANGE 1s STEP 100ms]
  FROM STORED
  WHERE { GRAPH STORED { ?user foaf:knows ?friend }
          GRAPH <http://deri.org/poststream> { ?friend sioc:creator_of ?post } }');

CREATE TABLE wk.social.hits WITH ('connector' = 'wukongs', 'term.format' = 'n-triples', 'query' = '
  REGISTER QUERY hits AS
  SELECT ?user ?post
  FROM STREAM <http://example.org/suggestions> [RANGE 1s STEP 100ms]
  FROM STREAM <http://deri.org/likedpoststream> [RANGE 1s STEP 100ms]
  WHERE { GRAPH <http://example.org/suggestions> { ?user <http://example.org/mayLike> ?post }
          GRAPH <http://deri.org/likedpoststream> { ?user <http://www.ins.cwi.nl/sib/vocabulary/like> ?post } }');

-- Event time rises within a topic, but several triples have the same time: so the watermark is 1 ms behind.
CREATE TABLE poststream (
  s STRING, p STRING, o STRING, ts TIMESTAMP_LTZ(3) METADATA FROM 'timestamp',
  WATERMARK FOR ts AS ts - INTERVAL '0.001' SECOND
) WITH (
  'connector' = 'kafka', 'topic' = 'poststream', 'properties.bootstrap.servers' = 'localhost:9092',
  'properties.isolation.level' = 'read_committed', 'scan.startup.mode' = 'earliest-offset', 'format' = 'rdf'
);
CREATE TABLE likedpoststream WITH ('topic' = 'likedpoststream') LIKE poststream (OVERWRITING OPTIONS);

CREATE TABLE results (
  query STRING, window_end TIMESTAMP_LTZ(3), solution MAP<STRING, STRING>
) WITH (
  'connector' = 'kafka', 'topic' = 'hits', 'properties.bootstrap.servers' = 'localhost:9092',
  'format' = 'json', 'json.timestamp-format.standard' = 'ISO-8601',
  'sink.delivery-guarantee' = 'exactly-once', 'sink.transactional-id-prefix' = 'hits',
  'properties.transaction.timeout.ms' = '600000'
);

EXECUTE STATEMENT SET BEGIN
INSERT INTO wk.social.posts SELECT s, p, o, ts FROM poststream;
INSERT INTO wk.social.likes SELECT s, p, o, ts FROM likedpoststream;
INSERT INTO results SELECT query_name, result_time, MAP['user', `user`, 'post', post] FROM wk.social.hits;
END;
