-- Rows as triples: the customers and orders of a database and the clicks of its shop become a graph and a stream.
-- A query tells who clicks a product that they have ordered before.
-- Customers and orders come as Debezium writes changes to Kafka: an update takes back the triples of the old version,
-- a delete those of the row. docs/mapping.md explains mappings, docs/examples.md says how to run this.

SET 'execution.checkpointing.interval' = '1 s';
SET 'pipeline.auto-watermark-interval' = '20 ms';

CREATE CATALOG wk WITH ('type' = 'wukongs', 'store' = 'localhost:7878');

CREATE TABLE wk.shop.customers (id INT, name STRING, city STRING)
  WITH ('connector' = 'wukongs', 'stream' = 'http://shop/customers', 'sink.changelog' = 'true',
    'mapping.subject' = 'http://shop/customer/{id}',
    'mapping.class' = 'http://shop/ns#Customer',
    'mapping.predicate-prefix' = 'http://shop/ns#');
CREATE TABLE wk.shop.orders (id INT, customer INT, product STRING, total DECIMAL(10, 2))
  WITH ('connector' = 'wukongs', 'stream' = 'http://shop/orders', 'sink.changelog' = 'true',
    'mapping.subject' = 'http://shop/order/{id}',
    'mapping.predicate-prefix' = 'http://shop/ns#',
    'mapping.object.customer' = 'http://shop/customer/{customer}',
    'mapping.object.product' = 'http://shop/product/{product}');
-- Clicks are for windows only: none is stored.
CREATE TABLE wk.shop.clicks (customer INT, product STRING, ts TIMESTAMP_LTZ(3))
  WITH ('connector' = 'wukongs', 'stream' = 'http://shop/clicks',
    'mapping.subject' = 'http://shop/customer/{customer}',
    'mapping.predicate.product' = 'http://shop/ns#clicks',
    'mapping.object.product' = 'http://shop/product/{product}',
    'timing.predicates' = 'http://shop/ns#clicks');

CREATE TABLE wk.shop.again WITH ('connector' = 'wukongs', 'query' = '
  REGISTER QUERY again AS
  PREFIX shop: <http://shop/ns#>
  SELECT ?name ?product ?total
  FROM STREAM <http://shop/clicks> [RANGE 1s STEP 1s]
  FROM STORED
  WHERE { GRAPH <http://shop/clicks> { ?customer shop:clicks ?product }
          GRAPH STORED { ?customer shop:name ?name .
                         ?order shop:customer ?customer ; shop:product ?product ; shop:total ?total } }');

CREATE TABLE customer_changes (id INT, name STRING, city STRING) WITH (
  'connector' = 'kafka', 'topic' = 'shop.customers', 'properties.bootstrap.servers' = 'localhost:9092',
  'scan.startup.mode' = 'earliest-offset', 'format' = 'debezium-json'
);
CREATE TABLE order_changes (id INT, customer INT, product STRING, total DECIMAL(10, 2)) WITH (
  'connector' = 'kafka', 'topic' = 'shop.orders', 'properties.bootstrap.servers' = 'localhost:9092',
  'scan.startup.mode' = 'earliest-offset', 'format' = 'debezium-json'
);
CREATE TABLE clicks (
  customer INT, product STRING, ts TIMESTAMP_LTZ(3) METADATA FROM 'timestamp',
  WATERMARK FOR ts AS ts - INTERVAL '0.001' SECOND
) WITH (
  'connector' = 'kafka', 'topic' = 'shop.clicks', 'properties.bootstrap.servers' = 'localhost:9092',
  'scan.startup.mode' = 'earliest-offset', 'format' = 'json'
);
CREATE TABLE results (
  window_end TIMESTAMP_LTZ(3), name STRING, product STRING, total STRING
) WITH (
  'connector' = 'kafka', 'topic' = 'shop.again', 'properties.bootstrap.servers' = 'localhost:9092',
  'format' = 'json', 'json.timestamp-format.standard' = 'ISO-8601'
);

SET 'pipeline.name' = 'graph';
EXECUTE STATEMENT SET BEGIN
INSERT INTO wk.shop.customers SELECT * FROM customer_changes;
INSERT INTO wk.shop.orders SELECT * FROM order_changes;
END;

SET 'pipeline.name' = 'clicks';
EXECUTE STATEMENT SET BEGIN
INSERT INTO wk.shop.clicks SELECT customer, product, ts FROM clicks;
INSERT INTO results SELECT result_time, name, product, total FROM wk.shop.again;
END;
