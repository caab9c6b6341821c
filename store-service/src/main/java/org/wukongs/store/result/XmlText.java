package org.wukongs.store.result;

import org.wukongs.store.value.RowCells;

/** Tells which terms XML cannot express. One thread. */
public final class XmlText {

    private final PlainText plain = new PlainText();

    /** Returns false if a cell's term has a character that XML does not have. */
    public boolean isFit(RowCells cells) {
        plain.set(cells.bytes(), cells.from(), cells.to());
        return isFit(plain.bytes, plain.from, plain.to);
    }

    /** XML 1.0, production 2: in UTF-8, U+FFFE and U+FFFF are EF BF BE and EF BF BF. */
    private static boolean isFit(byte[] utf8, int from, int to) {
        for (int at = from; at < to; at++) {
            byte b = utf8[at];
            boolean isControl = b >= 0 && b < ' ' && b != '\t' && b != '\n' && b != '\r';
            boolean isNoCharacter =
                    b == (byte) 0xEF
                            && at + 2 < to
                            && utf8[at + 1] == (byte) 0xBF
                            && (utf8[at + 2] & 0xFE) == 0xBE;
            if (isControl || isNoCharacter) {
                return false;
            }
        }
        return true;
    }
}
