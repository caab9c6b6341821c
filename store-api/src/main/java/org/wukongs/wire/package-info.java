/**
 * The wire protocol between clients and a store node. In: requests. Out: frames of bytes, and back.
 * Pure; any thread. Limits: {@link org.wukongs.wire.FrameDescriptor#LENGTH_MAX} bytes for each
 * frame; values within {@link org.wukongs.stream.InputLimits}.
 */
package org.wukongs.wire;
