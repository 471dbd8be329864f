//! Machines around machines: most of what they are asked they ask the one inside.

/// Methods of the traits of this crate that call the same method of a field: `forward!(machine: threads, status);` inside
/// an `impl`.
#[macro_export]
macro_rules! forward {
    ($to:ident: $($method:ident),+ $(,)?) => { $($crate::forward_method!($to $method);)+ };
}

/// One method of [`forward`](macro@crate::forward).
#[doc(hidden)]
#[macro_export]
#[rustfmt::skip]
macro_rules! forward_method {
    (@ref $to:ident $name:ident($($arg:ident: $ty:ty),*) $(-> $result:ty)?) => {
        fn $name(&self, $($arg: $ty),*) $(-> $result)? { self.$to.$name($($arg),*) }
    };
    (@mut $to:ident $name:ident($($arg:ident: $ty:ty),*) $(-> $result:ty)?) => {
        fn $name(&mut self, $($arg: $ty),*) $(-> $result)? { self.$to.$name($($arg),*) }
    };

    // Machine
    ($to:ident threads) => { $crate::forward_method!(@ref $to threads() -> usize); };
    ($to:ident status) => { $crate::forward_method!(@ref $to status(t: $crate::Tid) -> $crate::ThreadStatus); };
    ($to:ident is_daemon) => { $crate::forward_method!(@ref $to is_daemon(t: $crate::Tid) -> bool); };
    ($to:ident choices) => { $crate::forward_method!(@mut $to choices(t: $crate::Tid) -> u32); };
    ($to:ident transitions) => {
        $crate::forward_method!(@mut $to transitions(t: $crate::Tid, out: &mut Vec<$crate::Transition>));
    };
    ($to:ident may_block) => { $crate::forward_method!(@ref $to may_block(t: $crate::Tid) -> bool); };
    ($to:ident control_point) => { $crate::forward_method!(@ref $to control_point(t: $crate::Tid) -> u32); };
    ($to:ident footprint) => {
        $crate::forward_method!(@mut $to footprint(t: $crate::Tid, out: &mut $crate::Footprint));
    };
    ($to:ident footprint_of) => {
        $crate::forward_method!(@mut $to footprint_of(step: $crate::Transition, out: &mut $crate::Footprint));
    };
    ($to:ident is_inside) => { $crate::forward_method!(@ref $to is_inside(t: $crate::Tid) -> bool); };
    ($to:ident is_observable) => {
        $crate::forward_method!(@mut $to is_observable(t: $crate::Tid, touched: &$crate::Footprint) -> bool);
    };
    ($to:ident blocker) => { $crate::forward_method!(@ref $to blocker(t: $crate::Tid) -> Option<$crate::Blocker>); };
    ($to:ident state_violations) => {
        $crate::forward_method!(@mut $to state_violations() -> Vec<$crate::Violation>);
    };
    ($to:ident data_races) => { $crate::forward_method!(@mut $to data_races() -> Vec<$crate::Violation>); };
    ($to:ident may_race) => {
        $crate::forward_method!(@ref $to may_race(footprint: &$crate::Footprint) -> bool);
    };
    ($to:ident restart) => { $crate::forward_method!(@mut $to restart() -> $crate::StepResult); };
    ($to:ident further_violations) => {
        $crate::forward_method!(@ref $to further_violations() -> Vec<$crate::Violation>);
    };
    ($to:ident be_patient) => { $crate::forward_method!(@mut $to be_patient(patience: $crate::Patience)); };
    ($to:ident given_up) => { $crate::forward_method!(@ref $to given_up() -> Option<$crate::GivenUp>); };

    // Rewind
    ($to:ident mark) => { $crate::forward_method!(@mut $to mark()); };
    ($to:ident rewind) => { $crate::forward_method!(@mut $to rewind()); };
    ($to:ident unmark) => { $crate::forward_method!(@mut $to unmark()); };
    ($to:ident mark_bytes) => { $crate::forward_method!(@ref $to mark_bytes() -> usize); };

    // Fingerprint
    ($to:ident vector) => { $crate::forward_method!(@ref $to vector() -> &[u32]); };
    ($to:ident load) => { $crate::forward_method!(@mut $to load(vector: &[u32])); };
    ($to:ident fingerprint) => { $crate::forward_method!(@ref $to fingerprint() -> u64); };
    ($to:ident exchange_threads) => { $crate::forward_method!(@mut $to exchange_threads(on: bool)); };
    ($to:ident stored) => { $crate::forward_method!(@mut $to stored() -> &[u32]); };
    ($to:ident stored_fingerprint) => { $crate::forward_method!(@mut $to stored_fingerprint() -> u64); };
    ($to:ident content) => { $crate::forward_method!(@ref $to content() -> u64); };
    ($to:ident component_bytes) => { $crate::forward_method!(@ref $to component_bytes() -> usize); };
    ($to:ident components) => { $crate::forward_method!(@ref $to components() -> usize); };

    // HeapView
    ($to:ident references_version) => { $crate::forward_method!(@ref $to references_version() -> u64); };
    ($to:ident objects) => { $crate::forward_method!(@ref $to objects() -> usize); };
    ($to:ident thread_roots) => {
        $crate::forward_method!(@ref $to thread_roots(t: $crate::Tid, f: &mut dyn FnMut($crate::ObjId)));
    };
    ($to:ident global_roots) => {
        $crate::forward_method!(@ref $to global_roots(f: &mut dyn FnMut($crate::ObjId)));
    };
    ($to:ident common) => {
        $crate::forward_method!(@ref $to common(out: &mut Vec<$crate::ObjId>) -> usize);
    };
    ($to:ident references) => {
        $crate::forward_method!(@ref $to references(o: $crate::ObjId, f: &mut dyn FnMut($crate::ObjId)));
    };
    ($to:ident holder) => { $crate::forward_method!(@ref $to holder(o: $crate::ObjId) -> Option<$crate::Tid>); };
    ($to:ident static_locality) => { $crate::forward_method!(@ref $to static_locality() -> Vec<bool>); };
    ($to:ident track_sharing) => { $crate::forward_method!(@mut $to track_sharing()); };
    ($to:ident was_shared) => { $crate::forward_method!(@ref $to was_shared(o: $crate::ObjId) -> bool); };
    ($to:ident track_locksets) => {
        $crate::forward_method!(@mut $to track_locksets(of: &std::collections::BTreeSet<$crate::Guarded>));
    };
    ($to:ident is_guarded) => {
        $crate::forward_method!(@ref $to is_guarded(t: $crate::Tid, location: $crate::Location) -> bool);
    };
    ($to:ident singletons) => { $crate::forward_method!(@ref $to singletons() -> Vec<bool>); };
    ($to:ident reference_at) => {
        $crate::forward_method!(@ref $to reference_at(o: $crate::ObjId, word: u32) -> Option<$crate::ObjId>);
    };
    ($to:ident reference_words) => {
        $crate::forward_method!(@ref $to reference_words(o: $crate::ObjId, f: &mut dyn FnMut(u32, $crate::ObjId)));
    };
    ($to:ident global_reference) => {
        $crate::forward_method!(@ref $to global_reference(global: u32) -> Option<$crate::ObjId>);
    };
    ($to:ident reference_globals) => { $crate::forward_method!(@ref $to reference_globals() -> Vec<u32>); };
    ($to:ident is_alone) => { $crate::forward_method!(@ref $to is_alone(t: $crate::Tid) -> bool); };
    ($to:ident observe_ends) => { $crate::forward_method!(@mut $to observe_ends()); };
    ($to:ident static_name) => {
        $crate::forward_method!(@ref $to static_name(o: $crate::ObjId) -> Option<String>);
    };
    ($to:ident global_name) => { $crate::forward_method!(@ref $to global_name(global: u32) -> String); };
    ($to:ident holds_data) => { $crate::forward_method!(@ref $to holds_data(kind: u32) -> bool); };
    ($to:ident kind_name) => { $crate::forward_method!(@ref $to kind_name(kind: u32) -> String); };
    ($to:ident kind) => { $crate::forward_method!(@ref $to kind(o: $crate::ObjId) -> u32); };

    // Variables
    ($to:ident static_objects) => { $crate::forward_method!(@ref $to static_objects() -> usize); };
    ($to:ident is_one_thread) => { $crate::forward_method!(@ref $to is_one_thread(t: $crate::Tid) -> bool); };
    ($to:ident variable) => {
        $crate::forward_method!(@ref $to variable(location: $crate::Location) -> Option<$crate::Variable>);
    };
    ($to:ident seen_as) => {
        $crate::forward_method!(@ref $to seen_as(variable: $crate::Variable) -> $crate::Variable);
    };
    ($to:ident observe_accesses) => {
        $crate::forward_method!(@mut $to observe_accesses(variables: &[$crate::Variable]));
    };
    ($to:ident variable_name) => {
        $crate::forward_method!(@ref $to variable_name(variable: $crate::Variable) -> String);
    };
    ($to:ident annotations) => { $crate::forward_method!(@ref $to annotations() -> Vec<$crate::Annotated>); };
    ($to:ident has_access) => {
        $crate::forward_method!(@ref $to has_access(i: usize, this: Option<$crate::ObjId>, t: $crate::Tid) -> bool);
    };
    ($to:ident observe_predicates) => { $crate::forward_method!(@mut $to observe_predicates()); };
    ($to:ident names_a_lock) => {
        $crate::forward_method!(@ref $to names_a_lock(access: &$crate::Access) -> bool);
    };
    ($to:ident renumbered) => {
        $crate::forward_method!(@ref $to renumbered(o: $crate::ObjId) -> Option<$crate::ObjId>);
    };
    ($to:ident place) => { $crate::forward_method!(@ref $to place(t: $crate::Tid) -> ::commute_base::Span); };

    // Objectwise
    ($to:ident acts) => { $crate::forward_method!(@mut $to acts(t: $crate::Tid, out: &mut $crate::Acts)); };
    ($to:ident info) => {
        $crate::forward_method!(@ref $to info(location: $crate::Location) -> $crate::Info);
    };
}
