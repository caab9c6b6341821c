/**
 * Two rings of bytes in memory that a client and a store node of one host share, in place of the
 * bytes of their socket. In: the bytes of frames. Out: the same. One thread at a time uses a side,
 * any thread may close it. Limits: {@link org.wukongs.ring.RingDescriptor#CAPACITY_MAX} bytes a
 * ring. Nothing that the other side writes is used unchecked.
 */
package org.wukongs.ring;
