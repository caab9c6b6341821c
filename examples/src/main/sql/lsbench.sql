-- The LSBench job in SQL: five streams from Kafka into the store, the rows of L1 to L6 into a topic.
-- stored.nt is the social network; docs/examples.md says how to run this.

SET 'execution.checkpointing.interval' = '1 s';
SET 'pipeline.name' = 'lsbench';
SET 'pipeline.auto-watermark-interval' = '20 ms';

CREATE CATALOG wk WITH ('type' = 'wukongs', 'store' = 'localhost:7878');

-- Streams of the store, and the topics that they come from. All terms are in N-Triples.

CREATE TABLE wk.lsbench.po
  WITH ('connector' = 'wukongs', 'stream' = 'http://deri.org/poststream', 'term.format' = 'n-triples');
CREATE TABLE wk.lsbench.po_like
  WITH ('connector' = 'wukongs', 'stream' = 'http://deri.org/likedpoststream', 'term.format' = 'n-triples');
CREATE TABLE wk.lsbench.ph
  WITH ('connector' = 'wukongs', 'stream' = 'http://deri.org/photostream', 'term.format' = 'n-triples');
CREATE TABLE wk.lsbench.ph_like
  WITH ('connector' = 'wukongs', 'stream' = 'http://deri.org/likedphotostream', 'term.format' = 'n-triples');
-- Positions are not needed after their windows: they are not stored.
CREATE TABLE wk.lsbench.gps
  WITH ('connector' = 'wukongs', 'stream' = 'http://deri.org/gpsstream', 'term.format' = 'n-triples',
    'timing.predicates' = 'http://www.ins.cwi.nl/sib/vocabulary/trackedAt;http://www.ins.cwi.nl/sib/vocabulary/trackedTime;http://www.ins.cwi.nl/sib/vocabulary/trackedLocation;http://dbpedia.org/property/latd;http://dbpedia.org/property/longd');

-- Event time rises within a topic, but several triples have the same time: so the watermark is 1 ms behind.
CREATE TABLE poststream (
  s STRING, p STRING, o STRING, ts TIMESTAMP_LTZ(3) METADATA FROM 'timestamp',
  WATERMARK FOR ts AS ts - INTERVAL '0.001' SECOND
) WITH (
  'connector' = 'kafka', 'topic' = 'poststream', 'properties.bootstrap.servers' = 'localhost:9092',
  'properties.isolation.level' = 'read_committed', 'scan.startup.mode' = 'earliest-offset', 'format' = 'rdf'
);
CREATE TABLE likedpoststream WITH ('topic' = 'likedpoststream') LIKE poststream (OVERWRITING OPTIONS);
CREATE TABLE photostream WITH ('topic' = 'photostream') LIKE poststream (OVERWRITING OPTIONS);
CREATE TABLE likedphotostream WITH ('topic' = 'likedphotostream') LIKE poststream (OVERWRITING OPTIONS);
CREATE TABLE gpsstream WITH ('topic' = 'gpsstream') LIKE poststream (OVERWRITING OPTIONS);

CALL wk.sys.load('stored.nt', 'STORED');

-- The queries. They exist before the first triple: a store keeps what its queries need.

-- What a user does and where.
CREATE TABLE wk.lsbench.l1 WITH ('connector' = 'wukongs', 'term.format' = 'n-triples', 'query' = '
  REGISTER QUERY L1 AS
  PREFIX sibu: <http://www.ins.cwi.nl/sib/user/>
  SELECT ?p ?o
  FROM STREAM <http://deri.org/poststream> [RANGE 1s STEP 100ms]
  FROM STREAM <http://deri.org/gpsstream> [RANGE 1s STEP 100ms]
  WHERE { sibu:u1 ?p ?o }');
-- Posts of a person.
CREATE TABLE wk.lsbench.l2 WITH ('connector' = 'wukongs', 'term.format' = 'n-triples', 'query' = '
  REGISTER QUERY L2 AS
  PREFIX sibp: <http://www.ins.cwi.nl/sib/person/>
  PREFIX sioc: <http://rdfs.org/sioc/ns#>
  SELECT ?user ?post
  FROM STREAM <http://deri.org/poststream> [RANGE 1s STEP 100ms]
  FROM STORED
  WHERE { GRAPH STORED { ?user sioc:account_of sibp:p1 }
          GRAPH <http://deri.org/poststream> { ?user sioc:creator_of ?post } }');
-- Posts of friends of a person.
CREATE TABLE wk.lsbench.l3 WITH ('connector' = 'wukongs', 'term.format' = 'n-triples', 'query' = '
  REGISTER QUERY L3 AS
  PREFIX sibp: <http://www.ins.cwi.nl/sib/person/>
  PREFIX sioc: <http://rdfs.org/sioc/ns#>
  PREFIX foaf: <http://xmlns.com/foaf/0.1/>
  SELECT ?friend ?post
  FROM STREAM <http://deri.org/poststream> [RANGE 1s STEP 100ms]
  FROM STORED
  WHERE { GRAPH STORED { ?user sioc:account_of sibp:p1 . ?user foaf:knows ?friend }
          GRAPH <http://deri.org/poststream> { ?friend sioc:creator_of ?post } }');
-- Two posts of one user with a hashtag in common.
CREATE TABLE wk.lsbench.l4 WITH ('connector' = 'wukongs', 'term.format' = 'n-triples', 'query' = '
  REGISTER QUERY L4 AS
  PREFIX sib: <http://www.ins.cwi.nl/sib/vocabulary/>
  PREFIX sioc: <http://rdfs.org/sioc/ns#>
  SELECT ?user ?post1 ?post2 ?tag
  FROM STREAM <http://deri.org/poststream> [RANGE 1s STEP 100ms]
  WHERE { ?post1 sib:hashtag ?tag . ?user sioc:creator_of ?post1 .
          ?user sioc:creator_of ?post2 . ?post2 sib:hashtag ?tag FILTER(?post1 != ?post2) }');
-- Photos liked by a friend of somebody on them.
CREATE TABLE wk.lsbench.l5 WITH ('connector' = 'wukongs', 'term.format' = 'n-triples', 'query' = '
  REGISTER QUERY L5 AS
  PREFIX sib: <http://www.ins.cwi.nl/sib/vocabulary/>
  PREFIX foaf: <http://xmlns.com/foaf/0.1/>
  SELECT ?photo ?friend1 ?friend2
  FROM STREAM <http://deri.org/photostream> [RANGE 1s STEP 100ms]
  FROM STREAM <http://deri.org/likedphotostream> [RANGE 1s STEP 100ms]
  FROM STORED
  WHERE { GRAPH <http://deri.org/photostream> { ?photo sib:usertag ?friend1 }
          GRAPH STORED { ?friend1 foaf:knows ?friend2 }
          GRAPH <http://deri.org/likedphotostream> { ?friend2 sib:like ?photo } }');
-- Posts in a channel liked by a friend of one of its subscribers.
CREATE TABLE wk.lsbench.l6 WITH ('connector' = 'wukongs', 'term.format' = 'n-triples', 'query' = '
  REGISTER QUERY L6 AS
  PREFIX sib: <http://www.ins.cwi.nl/sib/vocabulary/>
  PREFIX sioc: <http://rdfs.org/sioc/ns#>
  PREFIX foaf: <http://xmlns.com/foaf/0.1/>
  SELECT ?channel ?post ?user ?friend
  FROM STREAM <http://deri.org/poststream> [RANGE 1s STEP 100ms]
  FROM STREAM <http://deri.org/likedpoststream> [RANGE 1s STEP 100ms]
  FROM STORED
  WHERE { GRAPH <http://deri.org/poststream> { ?channel sioc:container_of ?post }
          GRAPH STORED { ?user sioc:subscriber_of ?channel . ?user foaf:knows ?friend }
          GRAPH <http://deri.org/likedpoststream> { ?friend sib:like ?post } }');

CREATE TABLE results (
  query STRING, window_end TIMESTAMP_LTZ(3), solution MAP<STRING, STRING>
) WITH (
  'connector' = 'kafka', 'topic' = 'lsbench-results', 'properties.bootstrap.servers' = 'localhost:9092',
  'format' = 'json', 'json.timestamp-format.standard' = 'ISO-8601',
  -- Every row once, for readers of committed records.
  'sink.delivery-guarantee' = 'exactly-once', 'sink.transactional-id-prefix' = 'lsbench-results',
  'properties.transaction.timeout.ms' = '600000'
);

EXECUTE STATEMENT SET BEGIN
INSERT INTO wk.lsbench.po SELECT s, p, o, ts FROM poststream;
INSERT INTO wk.lsbench.po_like SELECT s, p, o, ts FROM likedpoststream;
INSERT INTO wk.lsbench.ph SELECT s, p, o, ts FROM photostream;
INSERT INTO wk.lsbench.ph_like SELECT s, p, o, ts FROM likedphotostream;
INSERT INTO wk.lsbench.gps SELECT s, p, o, ts FROM gpsstream;
INSERT INTO results
  SELECT query_name, result_time, MAP['p', p, 'o', o] FROM wk.lsbench.l1 UNION ALL
  SELECT query_name, result_time, MAP['user', `user`, 'post', post] FROM wk.lsbench.l2 UNION ALL
  SELECT query_name, result_time, MAP['friend', friend, 'post', post] FROM wk.lsbench.l3 UNION ALL
  SELECT query_name, result_time, MAP['user', `user`, 'post1', post1, 'post2', post2, 'tag', tag] FROM wk.lsbench.l4 UNION ALL
  SELECT query_name, result_time, MAP['photo', photo, 'friend1', friend1, 'friend2', friend2] FROM wk.lsbench.l5 UNION ALL
  SELECT query_name, result_time, MAP['channel', channel, 'post', post, 'user', `user`, 'friend', friend] FROM wk.lsbench.l6;
END;
