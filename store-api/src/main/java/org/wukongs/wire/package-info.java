/**
 * The wire protocol between clients and a store node. In: requests. Out: frames of bytes, and back.
 * Pure; any thread. Limits: {@link org.wukongs.wire.FrameDescriptor#LENGTH_MAX} bytes a frame;
 * values within {@link org.wukongs.stream.InputLimits}.
 */
package org.wukongs.wire;
