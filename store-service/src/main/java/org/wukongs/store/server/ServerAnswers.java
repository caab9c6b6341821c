package org.wukongs.store.server;

import java.nio.BufferUnderflowException;
import java.util.List;
import java.util.function.Supplier;
import org.wukongs.client.StoreStatus;
import org.wukongs.client.TemplateDescription;
import org.wukongs.error.WukongsException;
import org.wukongs.store.cluster.Answering;
import org.wukongs.store.cluster.ServedNode;
import org.wukongs.store.peer.PeerLimits;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.TemplateCodecs;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * Answers the other servers of a cluster: questions to the node by itself, those about the server
 * ({@link NodeQuestion}) with its agent. Any thread.
 */
final class ServerAnswers implements Answering {

    /** Half of a frame between nodes; 150,000 queries have so much to say. */
    private static final int ANSWER_BYTES_MAX = PeerLimits.FRAME_BYTES_MAX / 2;

    private final ServedNode node;
    private final AgentCalls agent;
    private final Supplier<String> httpAddress;

    ServerAnswers(ServedNode node, AgentCalls agent, Supplier<String> httpAddress) {
        this.node = node;
        this.agent = agent;
        this.httpAddress = httpAddress;
    }

    @Override
    public void connected(int place) {
        node.connected(place);
    }

    @Override
    public boolean isShort(WireReader request) {
        return node.isShort(request);
    }

    @Override
    public void answer(int place, WireReader request, WireWriter answer) {
        if (request.type() != ServedNode.ASK) {
            node.answer(place, request, answer);
            return;
        }
        try {
            answer(request, answer);
            checkLength(answer);
        } catch (BufferUnderflowException | NullPointerException e) {
            refuse(WukongsException.user("a question between nodes is malformed"), answer);
        } catch (WukongsException e) {
            refuse(e, answer);
        }
    }

    private void answer(WireReader request, WireWriter answer) {
        NodeQuestion question = NodeQuestion.of(request.getByte());
        switch (question) {
            case STATUS -> {
                StoreStatus status = agent.ownStatus();
                Codecs.put(status, ok(answer));
            }
            case STREAMS -> {
                List<StreamDefinition> streams = agent.read(store -> store.streams().definitions());
                ok(answer).putList(streams, Codecs::put);
            }
            case TEMPLATES -> {
                String afterName =
                        InputLimits.checkLength(
                                "name", request.getString(), InputLimits.NAME_CHARS_MAX);
                int countMax = TemplateCommands.pageCount(request.getInt());
                List<TemplateDescription> templates =
                        agent.read(
                                store -> store.continuous().templates().list(afterName, countMax));
                ok(answer).putList(templates, TemplateCodecs::put);
            }
            case HTTP_ADDRESS -> ok(answer).putString(httpAddress.get());
        }
    }

    /** An answer that is too long for the connection would end it. */
    private static void checkLength(WireWriter answer) {
        if (answer.length() > ANSWER_BYTES_MAX) {
            throw WukongsException.user(
                    "what the node says of itself is too long: bytes="
                            + answer.length()
                            + " bytesMax="
                            + ANSWER_BYTES_MAX);
        }
    }

    private static WireWriter ok(WireWriter answer) {
        return answer.begin(FrameDescriptor.REPLY_OK);
    }

    private static void refuse(WukongsException failure, WireWriter answer) {
        answer.begin(FrameDescriptor.REPLY_ERROR);
        Codecs.put(failure.category(), failure.reason(), failure.getMessage(), answer);
    }
}
