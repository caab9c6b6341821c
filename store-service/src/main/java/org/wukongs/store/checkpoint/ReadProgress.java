package org.wukongs.store.checkpoint;

/** Is told how far somebody has read what is on disk. Used by the thread that reads. */
public interface ReadProgress {

    /** Nobody wants to know. */
    ReadProgress NONE =
            new ReadProgress() {
                @Override
                public void begin(String what, long totalBytes) {}

                @Override
                public void read(long bytes) {}
            };

    /** The reading of {@code what} begins. */
    void begin(String what, long totalBytes);

    /** So many bytes of it have been read so far. */
    void read(long bytes);
}
