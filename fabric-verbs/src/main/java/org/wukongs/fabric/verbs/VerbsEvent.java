package org.wukongs.fabric.verbs;

import com.ibm.disni.verbs.RdmaCmEvent.EventType;

/** Names of the connection manager's events, which DiSNI gives as numbers. */
final class VerbsEvent {

    private VerbsEvent() {}

    static boolean is(int event, EventType type) {
        return event == type.ordinal();
    }

    /** Returns a name such as {@code REJECTED}. */
    static String name(int event) {
        EventType[] types = EventType.values();
        return event < 0 || event >= types.length
                ? Integer.toString(event)
                : types[event].name().replace("RDMA_CM_EVENT_", "");
    }
}
