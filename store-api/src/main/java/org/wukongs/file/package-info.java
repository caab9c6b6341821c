/**
 * Opens files of users. In: a path or a stream. Out: its bytes, decompressed. Any thread, one at a
 * time for a stream. Limits: none, a stream keeps one buffer.
 */
package org.wukongs.file;
