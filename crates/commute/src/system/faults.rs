//! What may fail, and how often: `drop<=1, reset<=2, crash(server)<=1, restart`.

use super::ProcessSpec;
use commute_front_jvm::NetworkFaults;
use std::str::FromStr;

/// What may fail, and how often.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Faults {
    /// Failures of the network.
    pub network: NetworkFaults,
    /// Processes that stop.
    pub crashes: Vec<CrashFault>,
    /// Whether they start again.
    pub restart: bool,
    /// As the user has written it.
    text: String,
}

/// A process that stops at any point, or any of all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CrashFault {
    /// Which; none is any.
    pub process: Option<String>,
    /// How often.
    pub most: u32,
}

/// More is a mistake: each failure makes the states several times as many.
const MOST: u32 = 3;

const KNOWN: &str = "there are drop, duplicate and reorder (of datagrams), reset (of connections), partition, crash, crash(PROCESS) and \
     restart, such as `drop<=1, crash(server)<=1, restart`";

impl std::fmt::Display for Faults {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Faults {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut all = Faults { text: text.trim().to_owned(), ..Faults::default() };
        for said in text.split(',').map(str::trim).filter(|said| !said.is_empty()) {
            all.add(said)?;
        }
        if all.restart && all.crashes.is_empty() {
            return Err("restart is for processes that crash: add `crash<=1`".to_owned());
        }
        Ok(all)
    }
}

impl Faults {
    fn add(&mut self, said: &str) -> Result<(), String> {
        let (name, most) = match said.split_once("<=") {
            Some((name, number)) => (name.trim(), number.trim().parse().ok().filter(|&most| most <= MOST)),
            None => (said, Some(1)),
        };
        let most: u32 = most.ok_or_else(|| format!("`{said}`: a failure happens 0 to {MOST} times"))?;
        if let Some(process) = name.strip_prefix("crash(").and_then(|rest| rest.strip_suffix(')')) {
            self.crashes.push(CrashFault { process: Some(process.trim().to_owned()), most });
            return Ok(());
        }
        match name {
            "drop" => self.network.drops = most,
            "duplicate" => self.network.duplicates = most,
            "reorder" => self.network.reorders = most,
            "reset" => self.network.resets = most,
            "partition" => self.network.partitions = most,
            "crash" => self.crashes.push(CrashFault { process: None, most }),
            "restart" => self.restart = true,
            "delay" => {
                return Err(
                    "delay needs no failure: how long anything takes is left open in any case".to_owned()
                );
            }
            _ => return Err(format!("no failure is called `{name}`; {KNOWN}")),
        }
        Ok(())
    }

    /// Whether a process may be ended from outside.
    pub(crate) fn may_crash(&self, process: &str) -> bool {
        let is_it = |crash: &CrashFault| crash.process.as_deref().is_none_or(|name| name == process);
        self.crashes.iter().any(|crash| crash.most > 0 && is_it(crash))
    }

    /// Whether what is said fits the processes.
    pub(crate) fn check(&self, processes: &[ProcessSpec]) -> Result<(), String> {
        let names: Vec<&str> = processes.iter().map(|process| process.name.as_str()).collect();
        for (i, crash) in self.crashes.iter().enumerate() {
            if let Some(name) = crash.process.as_deref().filter(|name| !names.contains(name)) {
                return Err(format!(
                    "crash({name}): there is no such process; there are {}",
                    names.join(", ")
                ));
            }
            let same = |other: &CrashFault| {
                other.process.is_none() || crash.process.is_none() || other.process == crash.process
            };
            if self.crashes[..i].iter().any(same) {
                return Err("how often a process crashes is said twice".to_owned());
            }
        }
        Ok(())
    }

    /// What a report says of it.
    pub(crate) fn remark(&self) -> Option<String> {
        let nothing =
            self.crashes.iter().all(|crash| crash.most == 0) && self.network == NetworkFaults::default();
        (!nothing).then(|| self.text.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_read() {
        let faults: Faults = "drop<=2, crash(server)<=1, restart".parse().unwrap();
        assert_eq!((faults.network.drops, faults.restart), (2, true));
        assert!(faults.may_crash("server") && !faults.may_crash("client"));
        let any: Faults = "crash".parse().unwrap();
        assert!(any.may_crash("client") && any.remark().is_some());
        assert_eq!("drop<=0".parse::<Faults>().unwrap().remark(), None);
    }

    #[test]
    fn what_is_wrong_with_faults_is_said() {
        for (wrong, why) in [
            ("drop<=9", "0 to 3 times"),
            ("restart", "add `crash<=1`"),
            ("delay", "needs no failure"),
            ("fire<=1", "no failure is called `fire`"),
        ] {
            let error = wrong.parse::<Faults>().unwrap_err();
            assert!(error.contains(why), "{error}");
        }
        let one = ProcessSpec { name: "a".to_owned(), ..ProcessSpec::default() };
        let checked = |text: &str| text.parse::<Faults>().unwrap().check(std::slice::from_ref(&one));
        assert!(checked("crash(b)<=1").unwrap_err().contains("there is no such process; there are a"));
        assert!(checked("crash<=1, crash(a)<=1").unwrap_err().contains("said twice"));
        assert_eq!(checked("crash(a)<=1"), Ok(()));
    }
}
