//! Expressions for objects of any type: those of the table, or what the type itself offers.

use super::api::{How, Method};
use super::values::Values;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

/// How deep objects are made of others.
const DEPTH: usize = 3;
/// The most expressions for a type that is not in the table.
const MOST: usize = 5;

/// What `Dump` says of a type.
#[derive(Clone, Debug, Default)]
struct Type {
    /// Constants of the type that it has itself, such as those of an enum.
    constants: Vec<String>,
    /// Its superclasses and interfaces.
    above: Vec<String>,
    /// The result and the parameters of a function.
    function: Option<(String, Vec<String>)>,
    /// Constructors and static methods that make one, those of its own class first.
    makers: Vec<Method>,
}

/// What calls are made of.
#[derive(Debug)]
pub struct Samples {
    /// The table.
    pub values: Values,
    types: BTreeMap<String, Type>,
    known: RefCell<HashMap<(String, usize), Vec<String>>>,
}

impl Samples {
    /// Those of the table and of the types that `Dump` names.
    pub fn new(values: Values, text: &str) -> Self {
        let mut types: BTreeMap<String, Type> = BTreeMap::new();
        for line in text.lines() {
            let parts: Vec<&str> = line.split('\t').collect();
            if let ["type", name, constants, above, function] = parts[..] {
                let ty = types.entry(name.to_owned()).or_default();
                (ty.constants, ty.above) = (list(constants), list(above));
                ty.function = function
                    .split_once(':')
                    .map(|(result, parameters)| (result.to_owned(), list(parameters)));
            } else if let Some(method) = Method::read(&parts[1..]) {
                let made = match method.how {
                    How::New => &method.class,
                    How::Static => &method.result,
                    How::Instance => continue,
                };
                if values.is_certain(&method) {
                    types.entry(made.clone()).or_default().makers.push(method);
                }
            }
        }
        for (name, ty) in &mut types {
            ty.makers.sort_by_key(|m| (m.class != *name, m.parameters.len(), m.how != How::New, m.key()));
        }
        Self { values, types, known: RefCell::default() }
    }

    /// Expressions for arguments of a type, other than `null`.
    fn arguments(&self, ty: &str) -> Vec<String> {
        self.at(ty, DEPTH)
    }

    /// Those for methods of a class.
    pub fn arguments_in(&self, class: &str, ty: &str) -> Vec<String> {
        self.within(class, ty, DEPTH)
    }

    fn within(&self, class: &str, ty: &str, depth: usize) -> Vec<String> {
        match self.values.within.get(&(class, ty)) {
            Some(list) => list.iter().map(|&text| text.to_owned()).collect(),
            None => self.at(ty, depth),
        }
    }

    /// Expressions for objects whose methods are called.
    pub fn receivers(&self, ty: &str) -> Vec<String> {
        match self.values.receivers.get(ty) {
            Some(list) => list.iter().map(|&text| text.to_owned()).collect(),
            None => self.arguments(ty),
        }
    }

    /// Those that are made of others at most so deep.
    fn at(&self, ty: &str, depth: usize) -> Vec<String> {
        let key = (ty.to_owned(), depth);
        if let Some(found) = self.known.borrow().get(&key) {
            return found.clone();
        }
        let found = self.find(ty, depth);
        self.known.borrow_mut().insert(key, found.clone());
        found
    }

    fn find(&self, ty: &str, depth: usize) -> Vec<String> {
        let table = self.values.arguments.get(ty).or_else(|| self.values.receivers.get(ty));
        if let Some(list) = table {
            return list.iter().map(|&text| text.to_owned()).collect();
        }
        if is_primitive(ty) {
            return vec![format!("({ty}) 1"), format!("({ty}) 0")];
        }
        if let Some(element) = ty.strip_suffix("[]") {
            return self.array(element, depth);
        }
        let Some(known) = self.types.get(ty) else { return Vec::new() };
        let constants = known.constants.iter().take(MOST).map(|name| format!("{ty}.{name}"));
        let mut found: Vec<String> = constants.chain(self.lambda(known)).collect();
        if depth > 0 {
            let made = known.makers.iter().filter_map(|maker| self.make(maker, depth - 1));
            found.extend(made.take(MOST));
            if found.is_empty() {
                found = self.below(ty, depth - 1);
            }
        }
        found.truncate(MOST);
        found
    }

    fn array(&self, element: &str, depth: usize) -> Vec<String> {
        let mut elements = self.at(element, depth);
        elements.truncate(2);
        let Some(first) = elements.first() else { return Vec::new() };
        let list = |texts: &[String]| {
            let each: Vec<String> = texts.iter().map(|text| cast(element, text)).collect();
            format!("new {element}[] {{ {} }}", each.join(", "))
        };
        // `new int[][] { }` is right, `new int[][0]` is not.
        vec![list(&elements), list(std::slice::from_ref(first)), list(&[])]
    }

    /// A function that gives its first argument back, or something that needs no exception.
    fn lambda(&self, ty: &Type) -> Option<String> {
        let (result, parameters) = ty.function.as_ref()?;
        let names: Vec<String> = (0..parameters.len()).map(|n| format!("p{n}")).collect();
        let given = names.iter().zip(parameters).find(|(_, ty)| *ty == result);
        let body = match given {
            _ if result == "void" => "{ }".to_owned(),
            Some((name, _)) => name.clone(),
            None => match self.at(result, 0).first() {
                Some(text) => cast(result, text),
                None => "null".to_owned(),
            },
        };
        Some(format!("({}) -> {body}", names.join(", ")))
    }

    /// What a constructor or a static method makes.
    fn make(&self, maker: &Method, depth: usize) -> Option<String> {
        let argument = |ty: &String| self.within(&maker.class, ty, depth).first().map(|text| cast(ty, text));
        let arguments: Option<Vec<String>> = maker.parameters.iter().map(argument).collect();
        let list = arguments?.join(", ");
        Some(match maker.how {
            How::New => format!("new {}({list})", maker.class),
            _ => format!("{}.{}({list})", maker.class, maker.name),
        })
    }

    /// Objects of a class below: of the same package if there is one.
    fn below(&self, ty: &str, depth: usize) -> Vec<String> {
        let package =
            |name: &str| name.split('.').take_while(|part| part.starts_with(char::is_lowercase)).count();
        let is_near = |name: &str| {
            let n = package(ty);
            package(name) == n && name.split('.').take(n).eq(ty.split('.').take(n))
        };
        let is_below = |other: &Type| other.above.iter().any(|above| above == ty);
        let mut names: Vec<&String> =
            self.types.iter().filter(|(_, other)| is_below(other)).map(|(name, _)| name).collect();
        names.sort_by_key(|name| !is_near(name));
        let found = names.iter().map(|name| self.at(name, depth)).find(|found| !found.is_empty());
        found.unwrap_or_default()
    }
}

/// An expression as one of a type, so that it is clear which method is called.
pub fn cast(ty: &str, text: &str) -> String {
    format!("({ty}) ({text})")
}

/// Whether a type has no null.
pub fn is_primitive(ty: &str) -> bool {
    !ty.contains('.') && !ty.ends_with(']')
}

fn list(text: &str) -> Vec<String> {
    text.split(',').filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::Samples;
    use crate::jvm::calls::values::Values;

    const TEXT: &str = "\
type\tp.Level\tLOW,HIGH\tjava.lang.Enum\t
type\tp.Twice\t\t\tint:int
type\tp.Shape\t\t\t
type\tp.Round\t\tp.Shape\t
call\tp.Round\tp.Round\tnew\t<init>\t(ILp/Level;)V\tvoid\tint,p.Level
type\tp.Loop\t\t\t
call\tp.Loop\tp.Loop\tnew\t<init>\t(Lp/Loop;)V\tvoid\tp.Loop
";

    #[test]
    fn objects_are_made_of_what_their_types_offer() {
        let samples = Samples::new(Values::read(), TEXT);
        assert_eq!(samples.arguments("p.Level"), ["p.Level.LOW", "p.Level.HIGH"]);
        assert_eq!(samples.arguments("p.Twice"), ["(p0) -> p0"]);
        let round = "new p.Round((int) (2), (p.Level) (p.Level.LOW))";
        assert_eq!(samples.arguments("p.Shape"), [round]);
        let array = samples.arguments("p.Level[]");
        assert_eq!(array[1], "new p.Level[] { (p.Level) (p.Level.LOW) }");
        assert!(samples.arguments("p.Loop").is_empty() && samples.arguments("p.Unknown").is_empty());
    }
}
