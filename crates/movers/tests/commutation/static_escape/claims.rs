//! What is claimed to be local.

use crate::walk::{directory, example, model, model_file};
use commute_ir::analysis::static_escape;
use commute_ir::{FuncId, Instr, Pc, Program};

/// The visible instructions of a function, with `+` behind those that are claimed to be local.
fn claims(program: &Program, function: &str) -> String {
    let locality = static_escape(program);
    let at = program.functions.iter().position(|f| f.name == function);
    let at = at.unwrap_or_else(|| panic!("there is no {function}"));
    let code = &program.functions[at].code;
    let visible = (0..code.len()).filter(|&pc| code[pc].is_visible());
    let claim = |pc: usize| {
        let local = locality.is_local(FuncId::new(at), Pc(pc as u32));
        format!("{}{}", name(&code[pc]), if local { "+" } else { "-" })
    };
    visible.map(claim).collect::<Vec<_>>().join(" ")
}

fn name(instr: &Instr) -> String {
    match instr {
        Instr::Load { .. } => "load".into(),
        Instr::Store { .. } => "store".into(),
        Instr::Invoke { op, .. } => format!("{op:?}"),
        Instr::Spawn { .. } => "spawn".into(),
        Instr::AtomicBegin => "atomic".into(),
        Instr::Choose { .. } => "choose".into(),
        Instr::EndProcess { .. } => "end_process".into(),
        Instr::Yield => "yield".into(),
        other => panic!("not expected: {other:?}"),
    }
}

/// The claims about `function` in a model that begins with a class `Box` of one integer `v` and a box `next`.
fn in_model(text: &str, function: &str) -> String {
    let text = format!("class Box {{ v: int; next: Box; }}\n{text}");
    claims(&model("test.cm", &text), function)
}

#[test]
fn figure_2a_lists_that_a_thread_builds_are_local() {
    let program = example("independent_work_1.cm");
    assert_eq!(claims(&program, "run"), "store+ load+ load+ store+ load+");
    assert_eq!(claims(&program, "Node.init"), "store+");
    assert_eq!(claims(&program, "main"), "spawn- spawn-");
}

#[test]
fn figure_2b_lists_that_another_thread_builds_are_not() {
    let program = example("independent_work_2.cm");
    assert_eq!(claims(&program, "run"), "load- load+ store+ load-", "only the thread accesses `x`");
    assert_eq!(claims(&program, "Node.init"), "store-");
    assert_eq!(claims(&program, "Process.init"), "store-");
}

#[test]
fn what_is_put_into_a_global_is_shared_and_all_it_reaches() {
    let text = "var g: Box;
        thread main { let a = new Box(); let b = new Box(); let c = new Box();
            a.next = b; g = a; b.v = 1; c.v = 1; g.v = 1; }";
    assert_eq!(in_model(text, "main"), "store- store- store- store+ load- store-");
}

#[test]
fn what_a_static_array_holds_is_shared() {
    let text = "var slots: [Box; 2];
        thread main { let a = new Box(); slots[0] = a; a.v = 1; }";
    assert_eq!(in_model(text, "main"), "store- store-");
}

#[test]
fn an_object_handed_through_a_channel_is_shared_if_both_sides_access_it() {
    let text = |write: &str| {
        format!(
            "fn take(c: channel of Box) {{ let b = c.receive(); b.v = 2; }}
             thread main {{ let c = new channel(1) of Box; spawn take(c);
                 let b = new Box(); {write} c.send(b); let own = new Box(); own.v = 1; }}"
        )
    };
    assert_eq!(in_model(&text("b.v = 1;"), "take"), "Receive- store-");
    assert_eq!(in_model(&text("b.v = 1;"), "main"), "spawn- store- Send- store+");
    // Created by one thread and accessed by one other.
    assert_eq!(in_model(&text(""), "take"), "Receive- store+");
}

#[test]
fn an_argument_is_local_to_the_one_thread_that_accesses_it() {
    let text = "fn run(b: Box) { b.v = 1; }
        thread main { let b = new Box(); spawn run(b); }";
    assert_eq!(in_model(text, "run"), "store+");
    let twice = "fn run(b: Box) { b.v = 1; }
        thread main { let b = new Box(); spawn run(b); spawn run(b); }";
    assert_eq!(in_model(twice, "run"), "store-");
    let aliased = "fn sub(b: Box) { b.v = 1; }
        fn run(b: Box, c: Box) { b.v = 1; spawn sub(c); }
        thread main { let b = new Box(); spawn run(b, b); }";
    assert_eq!(in_model(aliased, "sub"), "store-");
    assert_eq!(in_model(aliased, "run"), "store- spawn-");
}

/// A start in a loop may hand the same object to several threads.
#[test]
fn arguments_of_threads_started_in_a_loop_are_shared() {
    let text = "fn run(b: Box) { b.v = 1; let c = new Box(); c.v = 1; }
        thread main { let b = new Box(); for i in 0..2 { spawn run(b); } }";
    assert_eq!(in_model(text, "run"), "store- store+");
}

/// D1.
#[test]
fn an_access_after_the_start_counts() {
    let text = "fn run(b: Box) { b.v = 1; }
        thread main { let b = new Box(); spawn run(b); b.v = 2; }";
    assert_eq!(in_model(text, "run"), "store-");
    assert_eq!(in_model(text, "main"), "spawn- store-");
}

/// D2.
#[test]
fn what_each_of_many_threads_allocates_is_its_own() {
    let text = "thread worker[i in 0..3] { let b = new Box(); b.v = 1; synchronized (b) { b.v = 2; } }";
    let program = model("test.cm", &format!("class Box {{ v: int; }}\n{text}"));
    let worker = &program.functions[program.threads[0].func.index()].name;
    assert_eq!(claims(&program, worker), "store+ MonitorEnter+ store+ MonitorExit+ MonitorExit+");
}

/// D3: both boxes are in the same register.
#[test]
fn a_register_that_is_used_twice_is_two_values() {
    let text = "var g: Box;
        fn make() -> Box { return new Box(); }
        thread main { let a = make(); a.v = 1; a = make(); g = a; a.v = 1; }";
    assert_eq!(in_model(text, "main"), "store+ store- store-");
}

/// D12.
#[test]
fn parts_of_an_object_are_told_apart() {
    let text = |more: &str| {
        format!(
            "fn run(b: Box) {{ b.v = 1; synchronized (b) {{ b.v = 2; }} }}
             thread main {{ let b = new Box(); spawn run(b); b.next = b; {more} }}"
        )
    };
    assert_eq!(in_model(&text(""), "run"), "store+ MonitorEnter+ store+ MonitorExit+ MonitorExit+");
    assert_eq!(in_model(&text(""), "main"), "spawn- store+");
    let locked = text("synchronized (b) { b.next = b; }");
    assert_eq!(in_model(&locked, "run"), "store+ MonitorEnter- store+ MonitorExit- MonitorExit-");
    assert_eq!(
        in_model(&text("let c = b.next; c.v = 3;"), "run"),
        "store- MonitorEnter+ store- MonitorExit+ MonitorExit+"
    );
}

/// D13: the start in `launch` hands on one box a call, but the same box if the call is in a loop.
#[test]
fn a_start_is_one_for_each_call_that_leads_there() {
    let text = |main: &str| {
        format!(
            "fn run(b: Box) {{ b.v = 1; }}
             fn launch(b: Box) {{ spawn run(b); }}
             thread main {{ {main} }}"
        )
    };
    assert_eq!(in_model(&text("launch(new Box()); launch(new Box());"), "run"), "store+");
    assert_eq!(in_model(&text("let b = new Box(); launch(b); launch(b);"), "run"), "store-");
    assert_eq!(in_model(&text("let b = new Box(); for i in 0..2 { launch(b); }"), "run"), "store-");
}

/// Two calls do not mix what they pass, but the callee is local only if it is for all callers.
#[test]
fn calls_have_contexts_of_their_own() {
    let text = "var g: Box;
        fn set(b: Box) { b.v = 1; }
        fn id(b: Box) -> Box { return b; }
        thread main { let a = id(new Box()); let b = id(new Box()); g = b; a.v = 1; b.v = 1; set(a); set(b); }";
    assert_eq!(in_model(text, "main"), "store- store+ store-");
    assert_eq!(in_model(text, "set"), "store-");
}

#[test]
fn a_callee_that_publishes_makes_the_argument_shared() {
    let text = "var g: Box;
        fn even(b: Box, n: int) { if n == 0 { g = b; } else { odd(b, n - 1); } }
        fn odd(b: Box, n: int) { if n > 0 { even(b, n - 1); } }
        thread main { let a = new Box(); let b = new Box(); odd(a, 3); a.v = 1; b.v = 1; }";
    assert_eq!(in_model(text, "main"), "store- store+");
}

#[test]
fn exceptions_carry_references_to_handlers() {
    let text = "class Failure { b: Box; }
        var g: Box;
        fn fail(f: Failure) { throw f; }
        thread main { let f = new Failure(); let b = new Box(); let c = new Box(); f.b = b;
            try { fail(f); } catch (e: Failure) { g = e.b; } b.v = 1; c.v = 1; }";
    assert_eq!(in_model(text, "main"), "store+ load+ store- store- store+");
}

/// D7.
#[test]
fn threads_that_start_themselves_share_their_arguments() {
    let text =
        "fn run(b: Box, n: int) { let c = new Box(); c.v = 1; b.v = 1; if n > 0 { spawn run(b, n - 1); } }
        thread main { let b = new Box(); spawn run(b, 2); }";
    assert_eq!(in_model(text, "run"), "store+ store- spawn-");
}

#[test]
fn a_block_is_local_if_all_of_it_is() {
    let text = |inner: &str| {
        format!(
            "var n: int;
             fn set(b: Box) {{ b.v = 1; }}
             fn count(b: Box) {{ n = 1; }}
             thread main {{ let b = new Box(); atomic {{ b.v = 1; {inner} }} b.v = 2; }}"
        )
    };
    assert_eq!(in_model(&text(""), "main"), "atomic+ store- store+");
    assert_eq!(in_model(&text("n = 1;"), "main"), "atomic- store- store- store+");
    assert_eq!(in_model(&text("set(b);"), "main"), "atomic+ store- store+");
    assert_eq!(in_model(&text("count(b);"), "main"), "atomic- store- store+");
    assert_eq!(in_model(&text("b.v = choose(0..2);"), "main"), "atomic- store- choose- store- store+");
    assert_eq!(in_model(&text("set(b);"), "set"), "store-", "a thread may stand there inside the block");
}

/// D8.
#[test]
fn waiting_is_local_unless_someone_interrupts() {
    let text = "thread main { let b = new Box(); synchronized (b) { b.wait(); } }";
    assert_eq!(in_model(text, "main"), "MonitorEnter+ Wait+ MonitorExit+ MonitorExit+");
    let program = model_file(&directory("crates/testkit/regressions").join("interrupted_class.cm"));
    let claimed = claims(&program, "waiter");
    assert!(claimed.starts_with("MonitorEnter+ Wait-"), "{claimed}");
}

/// D8.
#[test]
fn a_thread_that_may_halt_while_others_look_is_not_local() {
    let text = |looks: &str| {
        format!(
            "fn run() {{ let b = new Box(); b.v = 1; assume false; }}
             thread main {{ let h = spawn run(); {looks} }}"
        )
    };
    assert_eq!(in_model(&text("join h;"), "run"), "store+");
    assert_eq!(in_model(&text("assert h.is_alive();"), "run"), "store-");
}
