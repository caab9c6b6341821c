package org.wukongs.store.template;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.error.WukongsException;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.value.RowTerms;

/**
 * Puts together the parts that a {@link TemplateExecution} finds, in the order of the members. The
 * thread that executes.
 */
public final class TemplateParts implements TemplateExecution.Sink {

    private final MembersView members;
    private final int columnCount;
    private final TermDictionary dictionary;
    private TemplateRows whole; // null if there are parts
    private final List<TemplateRows> parts = new ArrayList<>();
    private final List<Integer> firsts = new ArrayList<>(); // number of each part's first member
    private final List<MemberFailure> failures = new ArrayList<>();
    private int membersAdded;

    public TemplateParts(MembersView members, int columnCount, TermDictionary dictionary) {
        this.members = members;
        this.columnCount = columnCount;
        this.dictionary = dictionary;
    }

    @Override
    public void rows(MembersView view, TemplateRows rows) {
        if (view == members) {
            whole = rows;
            return;
        }
        parts.add(rows);
        firsts.add(membersAdded + 1);
        membersAdded += view.memberCount();
    }

    /** Records a limit as a failure of the view's members; throws any other error. */
    @Override
    public void failed(MembersView view, WukongsException reason) {
        if (reason.category() != WukongsException.Category.USER) {
            throw reason;
        }
        int first = membersAdded + 1;
        membersAdded += view.memberCount();
        failures.add(new MemberFailure(first, membersAdded, reason));
    }

    public TemplateRows rows() {
        if (whole != null) {
            return whole;
        }
        return parts.isEmpty()
                ? TemplateRows.none(columnCount, RowTerms.of(dictionary))
                : TemplateRows.concat(parts, firsts, members.memberCount());
    }

    public List<MemberFailure> failures() {
        return List.copyOf(failures);
    }
}
