/*
 * libdisni.so: the native methods of DiSNI's NativeDispatcher over librdmacm and libibverbs.
 *
 * Handles are pointers in a jlong. A call that fails throws an IOException with the system's reason,
 * or returns -1 where the Java method declares none. Work requests and completions are the structs of
 * infiniband/verbs.h, which the Java side lays out by the sizes and offsets that are asked for here.
 * Written from the rdma-core manual pages, rdma_cm(7) and those that it names.
 */
#define _GNU_SOURCE /* strerror_r that returns the text */

#include <errno.h>
#include <jni.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

/* What NativeDispatcher of DiSNI 2.1 expects. */
#define DISNI_VERSION 32

/* Every provider has as many scatter/gather entries. */
#define SGE_MAX 4

#define METHOD(type, name) \
    JNIEXPORT type JNICALL Java_com_ibm_disni_verbs_impl_NativeDispatcher__1##name

#define PTR(type, handle) ((type *)(intptr_t)(handle))
#define HANDLE(pointer) ((jlong)(intptr_t)(pointer))

static void throw_io(JNIEnv *env, const char *call, int error) {
    char text[256];
    char reason[160];
    /* The GNU variant returns the text, which may be static. */
    const char *known = strerror_r(error, reason, sizeof reason);
    snprintf(text, sizeof text, "%s: %s", call, known);
    jclass type = (*env)->FindClass(env, "java/io/IOException");
    if (type != NULL) {
        (*env)->ThrowNew(env, type, text);
    }
}

/* Throws with errno if a pointer is NULL. */
static jlong made(JNIEnv *env, const char *call, void *pointer) {
    if (pointer == NULL) {
        throw_io(env, call, errno);
    }
    return HANDLE(pointer);
}

/* Throws with errno if a call of librdmacm has returned -1. */
static void done(JNIEnv *env, const char *call, int result) {
    if (result != 0) {
        throw_io(env, call, errno);
    }
}

/* Connection management */

METHOD(jlong, createEventChannel)(JNIEnv *env, jobject self) {
    return made(env, "rdma_create_event_channel", rdma_create_event_channel());
}

METHOD(jint, destroyEventChannel)(JNIEnv *env, jobject self, jlong channel) {
    rdma_destroy_event_channel(PTR(struct rdma_event_channel, channel));
    return 0;
}

METHOD(jlong, createId)(JNIEnv *env, jobject self, jlong channel, jshort port_space) {
    struct rdma_cm_id *id = NULL;
    done(env, "rdma_create_id",
         rdma_create_id(PTR(struct rdma_event_channel, channel), &id, NULL,
                        (enum rdma_port_space)port_space));
    return HANDLE(id);
}

METHOD(jint, destroyCmId)(JNIEnv *env, jobject self, jlong id) {
    return rdma_destroy_id(PTR(struct rdma_cm_id, id));
}

METHOD(jint, destroyEp)(JNIEnv *env, jobject self, jlong id) {
    rdma_destroy_ep(PTR(struct rdma_cm_id, id));
    return 0;
}

METHOD(void, bindAddr)(JNIEnv *env, jobject self, jlong id, jlong address) {
    done(env, "rdma_bind_addr",
         rdma_bind_addr(PTR(struct rdma_cm_id, id), PTR(struct sockaddr, address)));
}

METHOD(void, listen)(JNIEnv *env, jobject self, jlong id, jint backlog) {
    done(env, "rdma_listen", rdma_listen(PTR(struct rdma_cm_id, id), backlog));
}

METHOD(void, resolveAddr)
(JNIEnv *env, jobject self, jlong id, jlong source, jlong target, jint timeout_ms) {
    done(env, "rdma_resolve_addr",
         rdma_resolve_addr(PTR(struct rdma_cm_id, id), PTR(struct sockaddr, source),
                           PTR(struct sockaddr, target), timeout_ms));
}

METHOD(void, resolveRoute)(JNIEnv *env, jobject self, jlong id, jint timeout_ms) {
    done(env, "rdma_resolve_route", rdma_resolve_route(PTR(struct rdma_cm_id, id), timeout_ms));
}

/*
 * Waits up to timeout_ms for an event, or for ever if it is negative. Returns its type, -1 if there
 * is none. The event is acknowledged here: ids stay until they are destroyed.
 */
METHOD(jint, getCmEvent)
(JNIEnv *env, jobject self, jlong channel, jlong listen_id, jlong client_id, jint timeout_ms) {
    struct rdma_event_channel *events = PTR(struct rdma_event_channel, channel);
    struct pollfd waiting = {.fd = events->fd, .events = POLLIN};
    struct rdma_cm_event *event = NULL;
    if (poll(&waiting, 1, timeout_ms) <= 0 || rdma_get_cm_event(events, &event) != 0) {
        return -1;
    }
    int type = (int)event->event;
    *PTR(jlong, listen_id) = HANDLE(event->listen_id);
    *PTR(jlong, client_id) = HANDLE(event->id);
    return rdma_ack_cm_event(event) == 0 ? type : -1;
}

METHOD(jint, ackCmEvent)(JNIEnv *env, jobject self, jint event) {
    return 0; /* done when it was taken */
}

/* As many reads at once, in both directions, as device and peer can do. */
static struct rdma_conn_param connection(int retry_count, int rnr_retry_count) {
    struct rdma_conn_param param = {
        .responder_resources = RDMA_MAX_RESP_RES,
        .initiator_depth = RDMA_MAX_INIT_DEPTH,
        .retry_count = (uint8_t)retry_count,
        .rnr_retry_count = (uint8_t)rnr_retry_count,
    };
    return param;
}

METHOD(void, connect)
(JNIEnv *env, jobject self, jlong id, jint retry_count, jint rnr_retry_count, jlong data,
 jbyte data_bytes) {
    struct rdma_conn_param param = connection(retry_count, rnr_retry_count);
    param.private_data = data_bytes == 0 ? NULL : PTR(void, data);
    param.private_data_len = data == 0 ? 0 : (uint8_t)data_bytes;
    done(env, "rdma_connect", rdma_connect(PTR(struct rdma_cm_id, id), &param));
}

METHOD(void, accept)
(JNIEnv *env, jobject self, jlong id, jint retry_count, jint rnr_retry_count) {
    struct rdma_conn_param param = connection(retry_count, rnr_retry_count);
    done(env, "rdma_accept", rdma_accept(PTR(struct rdma_cm_id, id), &param));
}

METHOD(jint, disconnect)(JNIEnv *env, jobject self, jlong id) {
    return rdma_disconnect(PTR(struct rdma_cm_id, id));
}

static jint copy_address(const struct sockaddr *from, jlong to) {
    if (from == NULL || from->sa_family != AF_INET) {
        return -1;
    }
    memcpy(PTR(void, to), from, sizeof(struct sockaddr_in));
    return 0;
}

METHOD(jint, getSrcAddr)(JNIEnv *env, jobject self, jlong id, jlong address) {
    return copy_address(rdma_get_local_addr(PTR(struct rdma_cm_id, id)), address);
}

METHOD(jint, getDstAddr)(JNIEnv *env, jobject self, jlong id, jlong address) {
    return copy_address(rdma_get_peer_addr(PTR(struct rdma_cm_id, id)), address);
}

METHOD(jlong, getContext)(JNIEnv *env, jobject self, jlong id) {
    struct ibv_context *context = PTR(struct rdma_cm_id, id)->verbs;
    return context == NULL ? -1 : HANDLE(context);
}

METHOD(jint, getContextFd)(JNIEnv *env, jobject self, jlong context) {
    return PTR(struct ibv_context, context)->cmd_fd;
}

METHOD(jint, getContextNumCompVectors)(JNIEnv *env, jobject self, jlong context) {
    return PTR(struct ibv_context, context)->num_comp_vectors;
}

/* Queue pairs */

METHOD(jlong, createQP)
(JNIEnv *env, jobject self, jlong id, jlong pd, jlong send_cq, jlong recv_cq, jint type,
 jint send_max, jint recv_max, jint inline_bytes_max) {
    struct rdma_cm_id *cm_id = PTR(struct rdma_cm_id, id);
    struct ibv_qp_init_attr attributes = {
        .send_cq = PTR(struct ibv_cq, send_cq),
        .recv_cq = PTR(struct ibv_cq, recv_cq),
        .qp_type = (enum ibv_qp_type)type,
        .cap = {.max_send_wr = (uint32_t)send_max,
                .max_recv_wr = (uint32_t)recv_max,
                .max_send_sge = SGE_MAX,
                .max_recv_sge = SGE_MAX,
                .max_inline_data = (uint32_t)inline_bytes_max},
    };
    if (rdma_create_qp(cm_id, PTR(struct ibv_pd, pd), &attributes) != 0) {
        throw_io(env, "rdma_create_qp", errno);
        return 0;
    }
    return HANDLE(cm_id->qp);
}

METHOD(jint, destroyQP)(JNIEnv *env, jobject self, jlong id) {
    rdma_destroy_qp(PTR(struct rdma_cm_id, id));
    return 0;
}

/* The Java side passes no attributes, so there is nothing that could be modified. */
METHOD(jint, modifyQP)(JNIEnv *env, jobject self, jlong qp, jlong attributes) {
    throw_io(env, "ibv_modify_qp", EOPNOTSUPP);
    return -1;
}

METHOD(jint, getQpNum)(JNIEnv *env, jobject self, jlong qp) {
    return (jint)PTR(struct ibv_qp, qp)->qp_num;
}

METHOD(void, postSend)(JNIEnv *env, jobject self, jlong qp, jlong requests) {
    struct ibv_send_wr *refused = NULL;
    int error = ibv_post_send(PTR(struct ibv_qp, qp), PTR(struct ibv_send_wr, requests), &refused);
    if (error != 0) {
        throw_io(env, "ibv_post_send", error);
    }
}

METHOD(void, postRecv)(JNIEnv *env, jobject self, jlong qp, jlong requests) {
    struct ibv_recv_wr *refused = NULL;
    int error = ibv_post_recv(PTR(struct ibv_qp, qp), PTR(struct ibv_recv_wr, requests), &refused);
    if (error != 0) {
        throw_io(env, "ibv_post_recv", error);
    }
}

/* Protection domains and memory */

METHOD(jlong, allocPd)(JNIEnv *env, jobject self, jlong context) {
    return made(env, "ibv_alloc_pd", ibv_alloc_pd(PTR(struct ibv_context, context)));
}

METHOD(jint, deallocPd)(JNIEnv *env, jobject self, jlong pd) {
    return ibv_dealloc_pd(PTR(struct ibv_pd, pd)) == 0 ? 0 : -1;
}

METHOD(jint, getPdHandle)(JNIEnv *env, jobject self, jlong pd) {
    return (jint)PTR(struct ibv_pd, pd)->handle;
}

METHOD(jlong, regMr)
(JNIEnv *env, jobject self, jlong pd, jlong address, jint bytes, jint access, jlong lkey,
 jlong rkey, jlong handle) {
    struct ibv_mr *memory =
        ibv_reg_mr(PTR(struct ibv_pd, pd), PTR(void, address), (size_t)bytes, access);
    if (memory == NULL) {
        throw_io(env, "ibv_reg_mr", errno);
        return -1;
    }
    *PTR(uint32_t, lkey) = memory->lkey;
    *PTR(uint32_t, rkey) = memory->rkey;
    *PTR(uint32_t, handle) = memory->handle;
    return HANDLE(memory);
}

METHOD(void, deregMr)(JNIEnv *env, jobject self, jlong memory) {
    int error = ibv_dereg_mr(PTR(struct ibv_mr, memory));
    if (error != 0) {
        throw_io(env, "ibv_dereg_mr", error);
    }
}

/* Paging on demand is not offered. */
METHOD(jint, queryOdpSupport)(JNIEnv *env, jobject self, jlong context) {
    return -1;
}

METHOD(jint, expPrefetchMr)(JNIEnv *env, jobject self, jlong memory, jlong address, jint bytes) {
    throw_io(env, "ibv_advise_mr", EOPNOTSUPP);
    return -1;
}

/* Completions */

METHOD(jlong, createCompChannel)(JNIEnv *env, jobject self, jlong context) {
    return made(env, "ibv_create_comp_channel",
                ibv_create_comp_channel(PTR(struct ibv_context, context)));
}

METHOD(jint, destroyCompChannel)(JNIEnv *env, jobject self, jlong channel) {
    return ibv_destroy_comp_channel(PTR(struct ibv_comp_channel, channel)) == 0 ? 0 : -1;
}

METHOD(jlong, createCQ)
(JNIEnv *env, jobject self, jlong context, jlong channel, jint entries, jint vector) {
    return made(env, "ibv_create_cq",
                ibv_create_cq(PTR(struct ibv_context, context), entries, NULL,
                              PTR(struct ibv_comp_channel, channel), vector));
}

METHOD(jint, destroyCQ)(JNIEnv *env, jobject self, jlong cq) {
    return ibv_destroy_cq(PTR(struct ibv_cq, cq)) == 0 ? 0 : -1;
}

METHOD(jint, pollCQ)(JNIEnv *env, jobject self, jlong cq, jint max, jlong completions) {
    return ibv_poll_cq(PTR(struct ibv_cq, cq), max, PTR(struct ibv_wc, completions));
}

METHOD(jint, reqNotifyCQ)(JNIEnv *env, jobject self, jlong cq, jint solicited_only) {
    int error = ibv_req_notify_cq(PTR(struct ibv_cq, cq), solicited_only);
    if (error != 0) {
        throw_io(env, "ibv_req_notify_cq", error);
    }
    return 0;
}

/* Returns 0 for an event, which is still to be acknowledged, -1 for none within timeout_ms. */
METHOD(jint, getCqEvent)(JNIEnv *env, jobject self, jlong channel, jint timeout_ms) {
    struct ibv_comp_channel *events = PTR(struct ibv_comp_channel, channel);
    struct pollfd waiting = {.fd = events->fd, .events = POLLIN};
    struct ibv_cq *cq = NULL;
    void *context = NULL;
    if (poll(&waiting, 1, timeout_ms) <= 0) {
        return -1;
    }
    return ibv_get_cq_event(events, &cq, &context) == 0 ? 0 : -1;
}

METHOD(jint, ackCqEvent)(JNIEnv *env, jobject self, jlong cq, jint count) {
    ibv_ack_cq_events(PTR(struct ibv_cq, cq), (unsigned int)count);
    return 0;
}

/* Layouts */

METHOD(jint, getSockAddrInSize)(JNIEnv *env, jobject self) {
    return (jint)sizeof(struct sockaddr_in);
}

METHOD(jint, getIbvRecvWRSize)(JNIEnv *env, jobject self) {
    return (jint)sizeof(struct ibv_recv_wr);
}

METHOD(jint, getIbvSendWRSize)(JNIEnv *env, jobject self) {
    return (jint)sizeof(struct ibv_send_wr);
}

METHOD(jint, getIbvSgeSize)(JNIEnv *env, jobject self) {
    return (jint)sizeof(struct ibv_sge);
}

METHOD(jint, getIbvWCSize)(JNIEnv *env, jobject self) {
    return (jint)sizeof(struct ibv_wc);
}

METHOD(jint, getRemoteAddressOffset)(JNIEnv *env, jobject self) {
    return (jint)offsetof(struct ibv_send_wr, wr.rdma.remote_addr);
}

METHOD(jint, getRKeyOffset)(JNIEnv *env, jobject self) {
    return (jint)offsetof(struct ibv_send_wr, wr.rdma.rkey);
}

METHOD(jint, getVersion)(JNIEnv *env, jobject self) {
    return DISNI_VERSION;
}
