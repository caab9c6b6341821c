/**
 * Copies of a data directory outside of its machine: in an object store, or in a directory that is
 * mounted. In: a {@link org.wukongs.store.checkpoint.DataSnapshot} of the directory. Out: objects
 * at a {@link org.wukongs.store.copy.Place}, which are never changed, and a manifest after them;
 * and a directory that is filled from them again. A backup is such a copy made once; a store with
 * {@code --durable-uri} makes one after the other. The thread that copies owns all of it. Limits:
 * bytes of an object and of a manifest, files of a manifest ({@link
 * org.wukongs.store.copy.CopyManifest}).
 */
package org.wukongs.store.copy;
