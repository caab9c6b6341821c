package org.wukongs.store.continuous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;

/** A cut in steps has what a cut at once would have had when it began. */
class CutListTest {

    private static final int CASES = 300;
    private static final int ACTIONS = 400;

    private static final class Counter extends CutList.Element {
        private final int name;
        private int value;

        Counter(int name) {
            this.name = name;
        }

        String state() {
            return name % 7 == 0 ? null : name + "=" + value;
        }
    }

    private final Random random = new Random(Seeds.seed(getClass()));
    private CutList<Counter, String> list;
    private List<Counter> there;
    private final List<Counter> gone = new ArrayList<>();
    private int names;
    private int completeCount;

    @Test
    void aCutHasTheStatesAtItsBeginning() {
        for (int i = 0; i < CASES; i++) {
            list = new CutList<>(Counter::state);
            there = new ArrayList<>();
            gone.clear();
            runCase();
        }
        assertThat(completeCount).isGreaterThan(CASES);
    }

    private void runCase() {
        CutList.Cut<Counter, String> cut = null;
        List<String> expected = List.of();
        for (int i = 0; i < ACTIONS; i++) {
            switch (random.nextInt(8)) {
                case 0, 1 -> {
                    there.add(new Counter(names++));
                    list.add(there.get(there.size() - 1));
                }
                case 2 -> remove();
                case 3, 4 -> change(there);
                case 5 -> change(gone); // as executions that end after their query
                case 6 -> {
                    if (cut != null) {
                        cut.step(1 + random.nextInt(5));
                    }
                }
                default -> {
                    if (cut == null || random.nextInt(20) == 0) {
                        expected =
                                there.stream()
                                        .map(Counter::state)
                                        .filter(state -> state != null)
                                        .toList();
                        cut = list.beginCut();
                    }
                }
            }
            if (cut != null && cut.isComplete()) {
                assertThat(cut.states()).isEqualTo(expected);
                completeCount++;
                cut = null;
            }
        }
    }

    private void remove() {
        int count = random.nextInt(10) == 0 ? there.size() : Math.min(1, there.size());
        for (int i = 0; i < count; i++) {
            Counter removed = there.remove(random.nextInt(there.size()));
            list.remove(removed);
            gone.add(removed);
        }
    }

    private void change(List<Counter> of) {
        if (!of.isEmpty()) {
            Counter changed = of.get(random.nextInt(of.size()));
            changed.beforeChange();
            changed.value++;
        }
    }

    @Test
    void aCutIsReadWhenItIsComplete() {
        list = new CutList<>(Counter::state);
        list.add(new Counter(1));
        assertThatThrownBy(() -> list.beginCut().states())
                .isInstanceOf(IllegalStateException.class);
    }
}
