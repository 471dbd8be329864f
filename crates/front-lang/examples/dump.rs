//! Prints the program.
fn main() {
    let name = std::env::args().nth(1).unwrap();
    let mut m = commute_base::SourceMap::default();
    let f = m.add(&name, std::fs::read_to_string(&name).unwrap());
    let c = commute_front_lang::compile(&m, f, &Default::default());
    println!("{}", c.diagnostics.render(&m, Default::default()));
    if let Some(p) = c.program { for f in &p.functions { println!("fn {} {:?}", f.name, f.regs); for (i,c) in f.code.iter().enumerate() { println!("{i:4} {c:?}   // {}", m.text(f.spans[i])); } println!("{:?} {:?}", f.handlers, f.labels); }
    println!("{:#?}", p.properties); println!("{:?}\n{:?}\n{:?}", p.statics, p.globals, p.threads); println!("{:?}", commute_ir::validate(&p)); }
}
