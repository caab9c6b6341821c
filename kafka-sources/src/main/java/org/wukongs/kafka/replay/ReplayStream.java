package org.wukongs.kafka.replay;

/** A source and the topic that it goes to. */
public record ReplayStream(String topic, ReplaySource source) {}
