//! Arrays are told apart by where they are made, so that it is found out of each what protects it, and not of all arrays of numbers
//! together. Where an array is made stays the same as long as it is there, which is not so of what refers to it. The price is
//! that equal arrays that are made at two places are not the same, so this is done where programs make what they share: in their
//! own methods and in the library's collections, and not for the bytes of texts.

use super::{FuncKey, Translator};
use crate::library::Origin;
use commute_ir::{FuncId, Instr, Shape, ShapeId};
use std::collections::BTreeMap;

impl Translator<'_> {
    /// Gives the arrays of each instruction that makes some a kind of their own.
    pub(super) fn tell_arrays_apart(&mut self) {
        let makes = self.functions.iter().filter(|(key, _)| self.makes_what_is_shared(key));
        let mut makers: Vec<FuncId> = makes.map(|(_, &func)| func).collect();
        makers.sort_unstable();
        let mut copies: BTreeMap<ShapeId, Vec<ShapeId>> = BTreeMap::new();
        for func in makers {
            for instr in &mut self.program.functions[func.index()].code {
                let Instr::New { shape, .. } = instr else { continue };
                let of = self.program.shapes[shape.index()];
                if matches!(of, Shape::Array(_)) {
                    let copy = ShapeId::new(self.program.shapes.len());
                    self.program.shapes.push(of);
                    copies.entry(*shape).or_default().push(copy);
                    *shape = copy;
                }
            }
        }
        self.widen_shape_tests(&copies);
    }

    /// Whoever asks for a kind means all copies of it.
    pub(super) fn widen_shape_tests(&mut self, copies: &BTreeMap<ShapeId, Vec<ShapeId>>) {
        if copies.is_empty() {
            return;
        }
        for instr in self.program.functions.iter_mut().flat_map(|func| &mut func.code) {
            if let Instr::IsShape { shapes, .. } = instr {
                let more = shapes.iter().filter_map(|shape| copies.get(shape)).flatten().copied();
                *shapes = shapes.iter().copied().chain(more.collect::<Vec<_>>()).collect();
            }
        }
    }

    fn makes_what_is_shared(&self, key: &FuncKey) -> bool {
        let FuncKey::Method(method, _) = key else { return false };
        self.origin(method.class) == Origin::User || self.world.name(method.class).starts_with("java/util/")
    }
}
