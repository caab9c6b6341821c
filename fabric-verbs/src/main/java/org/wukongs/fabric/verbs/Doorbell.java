package org.wukongs.fabric.verbs;

import com.ibm.disni.verbs.IbvQP;
import com.ibm.disni.verbs.IbvSendWR;
import com.ibm.disni.verbs.IbvSge;
import com.ibm.disni.verbs.SVCPostSend;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A number of reads that are posted by one call, which is made once and used again. The last one is
 * signalled: a queue pair carries out reads in order, so the others have ended by then.
 */
final class Doorbell {

    private final SVCPostSend call;
    private final SVCPostSend.SendWRMod[] requests;

    /**
     * @param localKey of the memory that is read into
     */
    Doorbell(IbvQP queue, int readCount, int localKey) throws IOException {
        List<IbvSendWR> reads = new ArrayList<>();
        for (int i = 0; i < readCount; i++) {
            IbvSge into = new IbvSge();
            into.setLkey(localKey);
            IbvSendWR read = new IbvSendWR();
            read.getSg_list().add(into);
            read.setNum_sge(1);
            read.setOpcode(IbvSendWR.IBV_WR_RDMA_READ);
            read.setSend_flags(i == readCount - 1 ? IbvSendWR.IBV_SEND_SIGNALED : 0);
            reads.add(read);
        }
        call = queue.postSend(reads, null);
        requests = new SVCPostSend.SendWRMod[readCount];
        for (int i = 0; i < readCount; i++) {
            requests[i] = call.getWrMod(i);
        }
    }

    /** Sets what a read of the next call reads, and the address that it writes to. */
    void set(int i, long remoteAddress, int remoteKey, int bytes, long localAddress) {
        SVCPostSend.RdmaMod remote = requests[i].getRdmaMod();
        remote.setRemote_addr(remoteAddress);
        remote.setRkey(remoteKey);
        SVCPostSend.SgeMod local = requests[i].getSgeMod(0);
        local.setAddr(localAddress);
        local.setLength(bytes);
    }

    void ring() throws IOException {
        call.execute();
    }

    void free() {
        call.free();
    }
}
