//! The value of a term under values of its variables: the meaning of terms, in code.
//!
//! Used to check what a solver says (a model must make the formula true) and to test conditions without one.

use crate::op::Op;
use crate::term::{Lit, Node, Quantifier, Term, Var, When};
use crate::value::{ArrayValue, Value};
use std::collections::HashMap;
use std::sync::Arc;

/// Why a term has no value here.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EvalError {
    /// A variable without a value.
    #[error("`{0}` has no value")]
    NoValue(Var),
    /// The logic leaves open what this is.
    #[error("division by zero")]
    DivisionByZero,
    /// A number does not fit in 128 bits.
    #[error("the number is too large")]
    TooLarge,
    /// A quantifier over a sort with infinitely many values.
    #[error("a quantifier over infinitely many values")]
    Quantifier,
}

impl Term {
    /// The term's value, where `env` gives the values of variables.
    pub fn eval(&self, env: &dyn Fn(&Var) -> Option<Value>) -> Result<Value, EvalError> {
        Evaluator { env, bound: Vec::new(), done: HashMap::new() }.run(self)
    }
}

struct Evaluator<'a> {
    env: &'a dyn Fn(&Var) -> Option<Value>,
    bound: Vec<(Var, Value)>,
    done: HashMap<Term, Value>,
}

type Evaluated = Result<Value, EvalError>;

impl Evaluator<'_> {
    fn run(&mut self, t: &Term) -> Evaluated {
        if let Some(value) = self.done.get(t) {
            return Ok(value.clone());
        }
        let value = match t.node() {
            Node::Lit(lit) => Value::from(lit),
            Node::Var(v) => self.var(v)?,
            Node::App(op, args) => self.app(*op, args)?,
            Node::ConstArray(sort, value) => {
                let (key, _) =
                    sort.as_array().expect("[commute internal bug] a constant array has an array sort");
                Value::Array(Arc::new(ArrayValue::new(key.clone(), self.run(value)?)))
            }
            Node::Quant(kind, vars, body) => self.quantified(*kind, vars, body)?,
        };
        self.done.insert(t.clone(), value.clone());
        Ok(value)
    }

    fn var(&self, v: &Var) -> Evaluated {
        if v.when == When::Bound
            && let Some((_, value)) = self.bound.iter().rev().find(|(b, _)| b == v)
        {
            return Ok(value.clone());
        }
        (self.env)(v).ok_or_else(|| EvalError::NoValue(v.clone()))
    }

    /// Tries all values of the variables; what was computed under other values is forgotten.
    fn quantified(&mut self, kind: Quantifier, vars: &[Var], body: &Term) -> Evaluated {
        let Some((first, rest)) = vars.split_first() else { return self.run(body) };
        let outside = std::mem::take(&mut self.done);
        let mut result = Value::Bool(kind == Quantifier::Forall);
        for value in first.sort.values().ok_or(EvalError::Quantifier)? {
            self.done.clear();
            self.bound.push((first.clone(), value));
            let inner = self.quantified(kind, rest, body);
            self.bound.pop();
            if inner? != result {
                result = Value::Bool(kind == Quantifier::Exists);
                break;
            }
        }
        self.done = outside;
        Ok(result)
    }

    fn app(&mut self, op: Op, args: &[Term]) -> Evaluated {
        match op {
            Op::And | Op::Or | Op::Implies | Op::Ite => return self.lazy(op, args),
            _ => {}
        }
        let args = args.iter().map(|a| self.run(a)).collect::<Result<Vec<_>, _>>()?;
        match op {
            Op::Not => Ok(Value::Bool(!truth(&args[0]))),
            Op::Eq => Ok(Value::Bool(args[0] == args[1])),
            Op::Distinct => Ok(Value::Bool((1..args.len()).all(|i| !args[..i].contains(&args[i])))),
            Op::Select => Ok(array(&args[0]).get(&args[1]).clone()),
            Op::Store => {
                let changed = array(&args[0]).clone().with(args[1].clone(), args[2].clone());
                Ok(Value::Array(Arc::new(changed)))
            }
            Op::Union | Op::Inter | Op::Diff => Ok(set_operation(op, array(&args[0]), array(&args[1]))),
            _ => arithmetic(op, &args.iter().map(number).collect::<Vec<_>>()),
        }
    }

    /// Operators of which not every argument may be looked at: `x != 0 ==> y div x > 0` has a value where x is 0.
    fn lazy(&mut self, op: Op, args: &[Term]) -> Evaluated {
        match op {
            Op::Ite => {
                let taken = if truth(&self.run(&args[0])?) { &args[1] } else { &args[2] };
                self.run(taken)
            }
            Op::Implies if !truth(&self.run(&args[0])?) => Ok(Value::Bool(true)),
            Op::Implies => self.run(&args[1]),
            _ => {
                for arg in args {
                    if truth(&self.run(arg)?) == (op == Op::Or) {
                        return Ok(Value::Bool(op == Op::Or));
                    }
                }
                Ok(Value::Bool(op == Op::And))
            }
        }
    }
}

impl From<&Lit> for Value {
    fn from(lit: &Lit) -> Value {
        match lit {
            Lit::Bool(b) => Value::Bool(*b),
            Lit::Int(n) => Value::Int(*n),
            Lit::Tid(n) => Value::Tid(i128::from(*n)),
            Lit::Null => Value::Ref(0),
            Lit::Enum(e, i) => Value::Enum(e.clone(), *i),
        }
    }
}

const SORTED: &str = "[commute internal bug] terms are well-sorted";

fn truth(value: &Value) -> bool {
    value.as_bool().expect(SORTED)
}

fn array(value: &Value) -> &ArrayValue {
    value.as_array().expect(SORTED)
}

fn number(value: &Value) -> i128 {
    match value {
        Value::Int(n) | Value::Tid(n) => *n,
        _ => panic!("{SORTED}"),
    }
}

fn arithmetic(op: Op, args: &[i128]) -> Evaluated {
    let (a, b) = (args[0], args.get(1).copied().unwrap_or(0));
    let fold = |f: fn(i128, i128) -> Option<i128>| args[1..].iter().try_fold(a, |x, y| f(x, *y));
    let result = match op {
        Op::Lt => return Ok(Value::Bool(a < b)),
        Op::Le => return Ok(Value::Bool(a <= b)),
        Op::Gt => return Ok(Value::Bool(a > b)),
        Op::Ge => return Ok(Value::Bool(a >= b)),
        Op::Div | Op::Mod if b == 0 => return Err(EvalError::DivisionByZero),
        Op::Div => a.checked_div_euclid(b),
        Op::Mod => a.checked_rem_euclid(b),
        Op::Neg => a.checked_neg(),
        Op::Add => fold(i128::checked_add),
        Op::Sub => a.checked_sub(b),
        Op::Mul => fold(i128::checked_mul),
        Op::TidToInt => Some(a),
        _ => panic!("[commute internal bug] {op:?} is not arithmetic"),
    };
    result.map(Value::Int).ok_or(EvalError::TooLarge)
}

fn set_operation(op: Op, a: &ArrayValue, b: &ArrayValue) -> Value {
    let combine = |x: &Value, y: &Value| {
        let (x, y) = (truth(x), truth(y));
        Value::Bool(match op {
            Op::Union => x || y,
            Op::Inter => x && y,
            _ => x && !y,
        })
    };
    let mut result = ArrayValue::new(a.key_sort().clone(), combine(a.default(), b.default()));
    for (key, _) in a.entries().chain(b.entries()) {
        result = result.with(key.clone(), combine(a.get(key), b.get(key)));
    }
    Value::Array(Arc::new(result))
}
