//! Records: values with named parts. A record has finitely many values, which are numbered: its fields are the digits of a number
//! with mixed radix. So a record is one word, and everything that works with words works with it.

use super::{ScopeId, Symbol, Type, World, codes};
use crate::ast::{self, Name};
use commute_ir::{EnumDecl, EnumId};

/// The most values of a record. Each has a name, for reports.
const MAX_VALUES: i64 = 1 << 16;

/// A record.
pub(crate) struct RecordDecl<'a> {
    pub scope: ScopeId,
    pub name: &'a Name,
    pub fields: &'a [(Name, ast::Type)],
    /// The type of its values in the program.
    pub id: EnumId,
    /// One for each field, once they are known.
    pub digits: Option<Vec<Digit>>,
}

/// How a field is part of the number of a value. The number of the value whose fields are not initialized is zero.
#[derive(Clone, Debug)]
pub(crate) struct Digit {
    pub ty: Type,
    /// Its least value, the one of a variable that is not initialized, and how many it has.
    pub lo: i64,
    pub default: i64,
    pub size: i64,
    /// What a digit of one adds to the number.
    pub weight: i64,
}

impl Digit {
    /// The value of the field in the value with this number.
    pub fn decode(&self, word: i64) -> i64 {
        (word / self.weight % self.size + self.default - self.lo) % self.size + self.lo
    }
}

impl<'a> World<'a> {
    pub(super) fn collect_record(&mut self, scope: ScopeId, name: &'a Name, fields: &'a [(Name, ast::Type)]) {
        let id = EnumId::new(self.program.enums.len());
        let text = self.qualified(scope, &name.text);
        self.program.enums.push(EnumDecl { name: text, variants: Vec::new() });
        self.declare(scope, name, Symbol::Record(self.records.len()));
        self.records.push(RecordDecl { scope, name, fields, id, digits: None });
    }

    /// Finds out which values records have.
    pub fn declare_records(&mut self) {
        for at in 0..self.records.len() {
            let digits = self.digits(at);
            self.name_values(at, &digits);
            self.records[at].digits = Some(digits);
        }
    }

    /// The type of a record, whose fields must be known: records do not contain themselves.
    pub(super) fn record_type(&mut self, at: usize, name: &Name) -> Type {
        if self.records[at].digits.is_some() {
            return Type::Record(at);
        }
        let message = format!("`{}` is declared later", name.text);
        let help = "declare a record before those that contain it";
        self.error(codes::BAD_TYPE, name.span, message, "not known yet", help);
        Type::Error
    }

    fn digits(&mut self, at: usize) -> Vec<Digit> {
        let (scope, fields) = (self.records[at].scope, self.records[at].fields);
        let (mut digits, mut weight) = (Vec::new(), 1);
        for (i, (name, written)) in fields.iter().enumerate() {
            if let Some((first, _)) = fields[..i].iter().find(|(n, _)| n.text == name.text) {
                self.duplicate(name, first.span);
            }
            let ty = self.resolve_type(scope, written);
            let (lo, size) = self.values(&ty, written);
            let default = ty.default_word();
            digits.push(Digit { ty, lo, default, size, weight });
            let Some(product) = weight.checked_mul(size).filter(|n| *n <= MAX_VALUES) else {
                let message = format!("a record with more than {MAX_VALUES} values");
                let help = "make the ranges of its fields smaller";
                self.error(codes::TOO_LARGE, name.span, message, "too many with this field", help);
                break;
            };
            weight = product;
        }
        digits
    }

    /// The least value of a field and how many it has; one after an error.
    fn values(&mut self, ty: &Type, written: &ast::Type) -> (i64, i64) {
        match ty {
            Type::Bool => (0, 2),
            Type::Range { lo, hi, .. } => (*lo, hi.saturating_sub(*lo).saturating_add(1)),
            Type::Enum(id) => (0, self.program.enums[id.index()].variants.len().max(1) as i64),
            Type::Record(at) => (0, self.program.enums[self.records[*at].id.index()].variants.len() as i64),
            Type::Error => (0, 1),
            _ => {
                let message = format!("a field of a record cannot be `{}`", self.show(ty));
                let help =
                    "records are values: use `bool`, an enum, another record, or a range such as `0..8`";
                self.error(codes::BAD_TYPE, written.span, message, "not possible", help);
                (0, 1)
            }
        }
    }

    /// Gives all values of a record their names: `Msg(Ack, 1)`.
    fn name_values(&mut self, at: usize, digits: &[Digit]) {
        let count = digits.iter().fold(1, |n: i64, digit| n.saturating_mul(digit.size)).min(MAX_VALUES);
        let record = &self.records[at];
        let value = |word: i64, digit: &Digit| {
            let value = digit.decode(word);
            let named = |id: EnumId| self.program.enums[id.index()].variants.get(value as usize).cloned();
            match digit.ty {
                Type::Bool => (value == 1).to_string(),
                Type::Enum(id) => named(id).unwrap_or_default(),
                Type::Record(inner) => named(self.records[inner].id).unwrap_or_default(),
                _ => value.to_string(),
            }
        };
        let name = |word| {
            let values: Vec<String> = digits.iter().map(|digit| value(word, digit)).collect();
            format!("{}({})", record.name.text, values.join(", "))
        };
        let (id, variants) = (record.id, (0..count).map(name).collect());
        self.program.enums[id.index()].variants = variants;
    }
}
