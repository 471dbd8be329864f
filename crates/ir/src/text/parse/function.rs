//! Parsing of functions: everything but their instructions.

use super::cursor::{Cursor, Result};
use super::instr::Code;
use crate::{ClassId, Function, Handler, Label, ProcessId, RegDecl};
use commute_base::Span;

/// A function, after its id.
pub(super) fn function(cursor: &mut Cursor<'_>) -> Result<Function> {
    let mut func = signature(cursor)?;
    cursor.symbol("{")?;
    cursor.newline()?;
    while !cursor.eat_symbol("}") {
        if cursor.eat_word("reg") {
            let reg = reg_decl(cursor, func.regs.len())?;
            func.regs.push(reg);
        } else if cursor.eat_word("label") {
            let name = cursor.name()?;
            cursor.symbol("=")?;
            let pc = cursor.pc()?;
            func.labels.push(Label { name, pc, in_calls: cursor.eat_word("in_calls") });
        } else if cursor.eat_word("catch") {
            let handler = handler(cursor, &func.regs)?;
            func.handlers.push(handler);
        } else {
            let instr = Code { cursor, regs: &func.regs }.line(func.code.len())?;
            func.code.push(instr);
            func.spans.push(cursor.span());
        }
        cursor.newline()?;
    }
    Ok(func)
}

fn signature(cursor: &mut Cursor<'_>) -> Result<Function> {
    let name = cursor.name()?;
    cursor.symbol("(")?;
    let mut count = 0;
    let regs = cursor.list(")", |cursor| {
        count += 1;
        reg_decl(cursor, count - 1)
    })?;
    let ret = if cursor.eat_symbol("->") { Some(cursor.ty()?) } else { None };
    Ok(Function {
        name,
        params: u32::try_from(regs.len()).map_err(|_| cursor.error("too many parameters"))?,
        ret,
        regs,
        code: Vec::new(),
        spans: Vec::<Span>::new(),
        handlers: Vec::new(),
        labels: Vec::new(),
        process: if cursor.eat_word("in") { Some(ProcessId(cursor.id("process")?)) } else { None },
        span: cursor.span(),
    })
}

/// `r0 name: type`, without the name for a temporary.
fn reg_decl(cursor: &mut Cursor<'_>, index: usize) -> Result<RegDecl> {
    cursor.own_id("r", index)?;
    let mut name = String::new();
    if !cursor.eat_symbol(":") {
        name = cursor.name()?;
        cursor.symbol(":")?;
    }
    Ok(RegDecl { name, ty: cursor.ty()? })
}

/// `L1 to L5 class2 -> r3, L9`, with `any` for all classes.
fn handler(cursor: &mut Cursor<'_>, regs: &[RegDecl]) -> Result<Handler> {
    let from = cursor.pc()?;
    cursor.keyword("to")?;
    let to = cursor.pc()?;
    let class = if cursor.eat_word("any") { None } else { Some(ClassId(cursor.id("class")?)) };
    cursor.symbol("->")?;
    let dst = Code { cursor, regs }.reg()?;
    cursor.symbol(",")?;
    Ok(Handler { from, to, class, target: cursor.pc()?, dst })
}
