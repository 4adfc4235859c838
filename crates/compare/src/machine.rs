//! Where runs are made.
//!
//! ```
//! use knightsat_compare::machine::Machine;
//!
//! assert!(Machine::here().host.is_some());
//! ```

use rustix::system::uname;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs;

/// A machine, as rows name it. Rows of earlier versions do not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Machine {
    /// Its name in the network.
    #[serde(default)]
    pub host: Option<String>,
    /// The model of its processor, or its architecture if the system does not tell the model.
    #[serde(default)]
    pub cpu: Option<String>,
}

impl Machine {
    /// This one.
    pub fn here() -> Machine {
        let system = uname();
        let cpu = fs::read_to_string("/proc/cpuinfo").ok();
        let cpu = cpu.as_deref().and_then(model_name).map(String::from);
        Machine {
            host: Some(system.nodename().to_string_lossy().into_owned()),
            cpu: cpu.or_else(|| Some(system.machine().to_string_lossy().into_owned())),
        }
    }
}

fn model_name(cpuinfo: &str) -> Option<&str> {
    let line = cpuinfo
        .lines()
        .find(|line| line.starts_with("model name"))?;
    let (_, name) = line.split_once(':')?;
    Some(name.trim()).filter(|name| !name.is_empty())
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.host, &self.cpu) {
            (Some(host), Some(cpu)) => write!(f, "{host} ({cpu})"),
            (Some(one), None) | (None, Some(one)) => write!(f, "{one}"),
            (None, None) => write!(f, "an unknown machine"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_is_found_in_what_linux_says() {
        let text = "processor\t: 0\nmodel\t\t: 17\nmodel name\t: AMD EPYC\nmodel name\t: other\n";
        assert_eq!(model_name(text), Some("AMD EPYC"));
        assert_eq!(model_name("CPU part\t: 0xd40\n"), None);
    }
}
