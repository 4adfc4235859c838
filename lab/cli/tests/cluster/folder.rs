//! Folders of parts, as users make, fill, spoil and join them.

use crate::common::program::{error, path, run};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

pub struct Parts {
    pub home: TempDir,
    pub folder: String,
}

impl Parts {
    /// Makes the folder by `split`, `count --split` or `compare --split`.
    pub fn of(command: &str) -> Parts {
        Parts::within(TempDir::new().unwrap(), command)
    }

    pub fn within(home: TempDir, command: &str) -> Parts {
        let folder = home.path().join("parts").display().to_string();
        let (code, out, err) = run(&format!("{command} -o {folder}"));
        assert_eq!((code, err.as_str()), (0, ""), "{command}: {out}");
        assert!(out.contains(" to do"), "{command}: {out}");
        Parts { home, folder }
    }

    /// Makes the folder, and does all its parts.
    pub fn done(command: &str) -> Parts {
        let parts = Parts::of(command);
        parts.work("");
        parts
    }

    /// Runs `work` on this part, or on all.
    pub fn work(&self, part: &str) -> String {
        let (code, out, err) = self.run("work", part);
        assert_eq!(code, 0, "work {part}: {out}{err}");
        out
    }

    /// Starts a worker on all parts.
    pub fn worker(&self) -> Child {
        let mut command = Command::new(path());
        let command = command.args(["work", &self.folder]);
        command.stdout(Stdio::null()).spawn().unwrap()
    }

    pub fn join(&self, options: &str) -> (i32, String, String) {
        self.run("join", options)
    }

    /// Runs `work` or `join`.
    pub fn run(&self, command: &str, options: &str) -> (i32, String, String) {
        run(&format!("{command} {} {options}", self.folder))
    }

    /// The message of a command that fails, with `DIR` for the folder.
    pub fn error(&self, command: &str, options: &str) -> String {
        let message = error(&format!("{command} {} {options}", self.folder));
        message.replace(&self.folder, "DIR")
    }

    pub fn path(&self, name: &str) -> PathBuf {
        Path::new(&self.folder).join(name)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// The number of entries of a folder in the folder.
    pub fn count(&self, name: &str) -> usize {
        fs::read_dir(self.path(name)).unwrap().count()
    }

    /// Spoils a file, has `join` refuse the folder, and puts the file back. The change is `A -> B`,
    /// `< FILE` for a copy, `= TEXT`, `lines 2 1`, or `gone`.
    pub fn refused(&self, file: &str, change: &str) -> String {
        let (path, kept) = (self.path(file), self.read(file));
        let lines: Vec<&str> = kept.lines().collect();
        let line = |word: &str| lines[word.parse::<usize>().unwrap() - 1].to_string() + "\n";
        let spoiled = match change.split_once(' ') {
            None => None,
            Some(("<", other)) => Some(self.read(other)),
            Some(("=", text)) => Some(text.to_string()),
            Some(("lines", numbers)) => Some(numbers.split(' ').map(line).collect()),
            _ => {
                let (from, to) = change.split_once(" -> ").unwrap();
                Some(kept.replacen(from, to, 1))
            }
        };
        assert_ne!(spoiled.as_ref(), Some(&kept), "{file}: {change}");
        match spoiled {
            Some(text) => fs::write(&path, text).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        let message = self.error("join", "");
        fs::write(path, kept).unwrap();
        message
    }
}
