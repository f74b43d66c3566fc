// SPDX-License-Identifier: Apache-2.0
#include "fencepost/sut/external/manual_exchanges.hpp"

namespace fencepost::sut {
namespace {

constexpr Exchange offset_commit[] = {
    {R"({"type":"processed","partition":0,"offset":1})",
     R"({"type":"processed_ok","committed":-1})"},
    {R"({"type":"processed","partition":0,"offset":0})",
     R"({"type":"processed_ok","committed":1})"},
    {R"({"type":"committed","partition":0})", R"({"type":"committed_ok","committed":1})"},
    {R"({"type":"committed","partition":9})", R"({"type":"error","code":12,"text":"malformed"})"},
};
constexpr Exchange group_assign[] = {
    {R"({"type":"assign","members":["b","a"],"partitions":[2,0,1]})",
     R"({"type":"assign_ok","owners":[[0,"a"],[1,"b"],[2,"a"]]})"},
    {R"({"type":"assign","members":[],"partitions":[0]})",
     R"({"type":"assign_ok","owners":[[0,null]]})"},
    {R"({"type":"assign","members":["a"]})", R"({"type":"error","code":12,"text":"malformed"})"},
};
constexpr Exchange rebalance_plan[] = {
    {R"({"type":"plan","before":[[0,"a"],[1,"a"]],"after":[[0,"a"],[1,"b"],[2,"b"]]})",
     R"({"type":"plan_ok","moves":[[1,"a","b"],[2,null,"b"]]})"},
    {R"({"type":"plan","before":[[0,"a"],[0,"b"]],"after":[]})",
     R"({"type":"error","code":12,"text":"malformed"})"},
};
constexpr Exchange stream_metrics[] = {
    {R"({"type":"append","partition":0,"event_time":100})", R"({"type":"append_ok","offset":0})"},
    {R"({"type":"append","partition":0,"event_time":90})", R"({"type":"append_ok","offset":1})"},
    {R"({"type":"commit","partition":0,"next":1})", R"({"type":"commit_ok","committed":1})"},
    {R"({"type":"commit","partition":0,"next":3})",
     R"({"type":"error","code":22,"text":"beyond_end"})"},
    {R"({"type":"idle","partition":1})", R"({"type":"idle_ok"})"},
    {R"({"type":"metrics"})",
     R"({"type":"metrics_ok","partitions":[)"
     R"({"partition":0,"end":2,"committed":1,"lag":1,"watermark":95,"idle":false},)"
     R"({"partition":1,"end":0,"committed":0,"lag":0,"watermark":null,"idle":true}],)"
     R"("total_lag":1,"max_lag":1,"watermark":95})"},
    {R"({"type":"append","partition":0,"event_time":true})",
     R"({"type":"error","code":12,"text":"malformed"})"},
};
constexpr Exchange windowed_aggregation[] = {
    {R"({"type":"event","key":"a","time":2,"value":5})",
     R"({"type":"event_ok","late":false,"watermark":-1,"emitted":[]})"},
    {R"({"type":"event","key":"a","time":13,"value":1})",
     R"({"type":"event_ok","late":false,"watermark":10,"emitted":[[0,10,"a",5,1]]})"},
    {R"({"type":"event","key":"a","time":4,"value":1})",
     R"({"type":"event_ok","late":true,"watermark":10,"emitted":[]})"},
    {R"({"type":"close"})", R"({"type":"close_ok","emitted":[[10,20,"a",1,1]]})"},
    {R"({"type":"event","key":"a","time":99,"value":1})",
     R"({"type":"event_ok","late":true,"watermark":"inf","emitted":[]})"},
    {R"({"type":"late"})", R"({"type":"late_ok","late":[["a",4,1],["a",99,1]]})"},
    {R"({"type":"event","key":"a","time":1.5,"value":1})",
     R"({"type":"error","code":12,"text":"malformed"})"},
};
constexpr Exchange idempotent_producer[] = {
    {R"({"type":"produce","producer":"p","epoch":0,"partition":0,"sequence":0,"value":7})",
     R"({"type":"produce_ok","offset":0})"},
    {R"({"type":"produce","producer":"p","epoch":0,"partition":0,"sequence":0,"value":7})",
     R"({"type":"produce_ok","duplicate":true})"},
    {R"({"type":"produce","producer":"p","epoch":0,"partition":0,"sequence":2,"value":9})",
     R"({"type":"error","code":22,"text":"out_of_order"})"},
    {R"({"type":"produce","producer":"p","epoch":1,"partition":0,"sequence":0,"value":8})",
     R"({"type":"produce_ok","offset":1})"},
    {R"({"type":"produce","producer":"p","epoch":0,"partition":0,"sequence":1,"value":6})",
     R"({"type":"error","code":22,"text":"fenced"})"},
    {R"({"type":"read","partition":0})", R"({"type":"read_ok","values":[7,8]})"},
    {R"({"type":"read"})", R"({"type":"error","code":12,"text":"malformed"})"},
};
constexpr Exchange log_compaction[] = {
    {R"({"type":"append","key":"a","value":1})", R"({"type":"append_ok","offset":0})"},
    {R"({"type":"append","key":"a","value":"two"})", R"({"type":"append_ok","offset":1})"},
    {R"({"type":"append","key":"b","value":null})", R"({"type":"append_ok","offset":2})"},
    {R"({"type":"compact","upto":2})", R"({"type":"compact_ok","kept":2})"},
    {R"({"type":"compact","upto":4})", R"({"type":"error","code":22,"text":"beyond_end"})"},
    {R"({"type":"read","from":0})", R"({"type":"read_ok","records":[[1,"a","two"],[2,"b",null]]})"},
    {R"({"type":"state"})", R"({"type":"state_ok","state":[["a","two"]]})"},
    {R"({"type":"read","from":-1})", R"({"type":"error","code":12,"text":"malformed"})"},
};
constexpr Exchange exactly_once_stream[] = {
    {R"({"type":"begin","producer":"p","epoch":1})", R"({"type":"begin_ok"})"},
    {R"({"type":"send","producer":"p","epoch":1,"partition":0,"sequence":0,"value":7})",
     R"({"type":"send_ok"})"},
    {R"({"type":"offsets","producer":"p","epoch":1,"partition":0,"offset":4})",
     R"({"type":"offsets_ok"})"},
    {R"({"type":"commit","producer":"p","epoch":1})",
     R"({"type":"commit_ok","appended":[[0,0,7]],"committed":[[0,4]]})"},
    {R"({"type":"abort","producer":"p","epoch":1})",
     R"({"type":"error","code":22,"text":"no_transaction"})"},
    {R"({"type":"begin","producer":"p","epoch":1})", R"({"type":"begin_ok"})"},
    {R"({"type":"abort","producer":"p","epoch":1})", R"({"type":"abort_ok"})"},
    {R"({"type":"begin","producer":"p","epoch":0})",
     R"({"type":"error","code":22,"text":"fenced"})"},
    {R"({"type":"output"})", R"({"type":"output_ok","logs":[[0,[7]]],"committed":[[0,4]]})"},
    {R"({"type":"begin","producer":7,"epoch":1})",
     R"({"type":"error","code":12,"text":"malformed"})"},
};
constexpr Exchange dead_letter[] = {
    {R"({"type":"arrive","partition":0,"key":"a","value":7,"failures":2})",
     R"({"type":"arrive_ok","offset":0})"},
    {R"({"type":"arrive","partition":0,"key":"b","value":8,"failures":0})",
     R"({"type":"arrive_ok","offset":1})"},
    {R"({"type":"work","partition":0})",
     R"({"type":"work_ok","offset":0,"attempt":1,"result":"failed"})"},
    {R"({"type":"work","partition":0})",
     R"({"type":"work_ok","offset":0,"attempt":2,"result":"dead_lettered"})"},
    {R"({"type":"work","partition":0})",
     R"({"type":"work_ok","offset":1,"attempt":1,"result":"processed"})"},
    {R"({"type":"work","partition":0})", R"({"type":"work_ok"})"},
    {R"({"type":"progress","partition":0})",
     R"({"type":"progress_ok","committed":2,"end":2,"complete":false})"},
    {R"({"type":"letters"})",
     R"({"type":"letters_ok","letters":[{"id":0,"partition":0,"offset":0,"key":"a","value":7,)"
     R"("reason":"failed 2 times","attempts":2,"replayed":false}]})"},
    {R"({"type":"replay","id":0})", R"({"type":"replay_ok","processed":true,"attempts":3})"},
    {R"({"type":"replay","id":0})", R"({"type":"error","code":22,"text":"already_replayed"})"},
    {R"({"type":"replay","id":1})", R"({"type":"error","code":22,"text":"no_such_letter"})"},
    {R"({"type":"results"})",
     R"({"type":"results_ok","results":[[0,0,"a",7],[0,1,"b",8]],"complete":true})"},
    {R"({"type":"arrive","partition":0,"key":"a","value":7})",
     R"({"type":"error","code":12,"text":"malformed"})"},
};

constexpr Exchange state_rebuild[] = {
    {R"({"type":"append","key":"a","value":1})", R"({"type":"append_ok","offset":0})"},
    {R"({"type":"snapshot"})", R"({"type":"snapshot_ok","id":0,"next":1})"},
    {R"({"type":"append","key":"a","value":2})", R"({"type":"append_ok","offset":1})"},
    {R"({"type":"append","key":"a","value":null})",
     R"({"type":"error","code":12,"text":"malformed"})"},
    {R"({"type":"compact","upto":2})",
     R"({"type":"error","code":22,"text":"not_a_replacement_log"})"},
    {R"({"type":"lose_node"})", R"({"type":"lose_node_ok"})"},
    {R"({"type":"state"})", R"({"type":"error","code":22,"text":"no_state"})"},
    {R"({"type":"rebuild","snapshot":1})",
     R"({"type":"error","code":22,"text":"no_such_snapshot"})"},
    {R"({"type":"rebuild","snapshot":0})",
     R"({"type":"rebuild_ok","state":[["a",3]],"replayed_from":1})"},
    {R"({"type":"truncate_before","offset":3})",
     R"({"type":"error","code":22,"text":"beyond_end"})"},
    {R"({"type":"truncate_before","offset":1})", R"({"type":"truncate_before_ok","start":1})"},
    {R"({"type":"rebuild","snapshot":null})", R"({"type":"error","code":22,"text":"suffix_lost"})"},
    {R"({"type":"state"})", R"({"type":"state_ok","state":[["a",3]]})"},
};
constexpr Exchange consumer_strategies[] = {
    {R"({"type":"append","partition":0,"tenant":"a","tokens":5,"time":0})",
     R"({"type":"append_ok","offset":0})"},
    {R"({"type":"append","partition":0,"tenant":"b","tokens":7,"time":-1})",
     R"({"type":"append_ok","offset":1})"},
    {R"({"type":"poll","consumer":0,"partition":0})",
     R"({"type":"poll_ok","first":0,"next":2,"committed":0})"},
    {R"({"type":"apply","consumer":0,"partition":0})",
     R"({"type":"apply_ok","offset":0,"applied":true})"},
    {R"({"type":"commit","consumer":0,"partition":0})",
     R"({"type":"error","code":22,"text":"unfinished"})"},
    {R"({"type":"consumer_crash","consumer":0})", R"({"type":"consumer_crash_ok"})"},
    {R"({"type":"apply","consumer":0,"partition":0})",
     R"({"type":"apply_ok","offset":0,"applied":false})"},
    {R"({"type":"apply","consumer":0,"partition":0})",
     R"({"type":"apply_ok","offset":1,"applied":true})"},
    {R"({"type":"commit_fails","consumer":0,"partition":0})",
     R"({"type":"commit_fails_ok","committed":0})"},
    {R"({"type":"rebalance","partition":0,"consumer":1})", R"({"type":"rebalance_ok"})"},
    {R"({"type":"poll","consumer":0,"partition":0})",
     R"({"type":"error","code":22,"text":"fenced"})"},
    {R"({"type":"apply","consumer":1,"partition":0})",
     R"({"type":"apply_ok","offset":0,"applied":false})"},
    {R"({"type":"apply","consumer":1,"partition":0})",
     R"({"type":"apply_ok","offset":1,"applied":false})"},
    {R"({"type":"commit","consumer":1,"partition":0})", R"({"type":"commit_ok","committed":2})"},
    {R"({"type":"broker_failover","partition":0,"committed":3})",
     R"({"type":"error","code":22,"text":"beyond_end"})"},
    {R"({"type":"broker_failover","partition":0,"committed":1})",
     R"({"type":"broker_failover_ok","committed":1})"},
    {R"({"type":"relay_crash"})", R"({"type":"relay_crash_ok","delivered":2,"ignored":0})"},
    {R"({"type":"relay"})", R"({"type":"relay_ok","delivered":0,"ignored":2})"},
    {R"({"type":"totals"})",
     R"({"type":"totals_ok","totals":[[-10,"b",7,1],[0,"a",5,1]],)"
     R"("second":[[-10,"b",7,1],[0,"a",5,1]],"waiting":0,"committed":[[0,1]]})"},
    {R"({"type":"apply","consumer":2,"partition":0})",
     R"({"type":"error","code":12,"text":"malformed"})"},
};

constexpr Story all[] = {
    {"offset-commit", R"({"partitions":4})", offset_commit},
    {"group-assign", "{}", group_assign},
    {"rebalance-plan", "{}", rebalance_plan},
    {"stream-metrics", R"({"partitions":2,"allowed_lateness":5})", stream_metrics},
    {"windowed-aggregation", R"({"size":10,"allowed_lateness":3})", windowed_aggregation},
    {"idempotent-producer", R"({"partitions":4})", idempotent_producer},
    {"log-compaction", "{}", log_compaction},
    {"exactly-once-stream", R"({"partitions":4})", exactly_once_stream},
    {"state-rebuild", R"({"increment":1})", state_rebuild},
    {"dead-letter", R"({"partitions":2,"max_attempts":2})", dead_letter},
    {"consumer-strategies",
     R"({"partitions":2,"strategy":2,"consumers":2,"window":10,"sinks":2,"outbox":1})",
     consumer_strategies},
};

}  // namespace

std::span<const Story> stories() { return all; }

}  // namespace fencepost::sut
