//! The facade: every public name is listed in `names.txt`, so that each change is deliberate. To
//! write the list anew, run with BLESS=1.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};
use syn::{Attribute, Ident, Item, UseTree, Visibility};

/// Names that the prelude may have.
const MOST: usize = 44;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn items(file: &Path) -> Vec<Item> {
    let text = fs::read_to_string(file).unwrap_or_else(|_| panic!("{}", file.display()));
    syn::parse_file(&text).unwrap().items
}

/// The name that an item defines if it is public, by anything but `use`, and not hidden.
fn defined(item: &Item) -> Option<String> {
    macro_rules! named {
        ($($kind:ident)*) => {
            match item {
                $(Item::$kind(item) => (&item.vis, &item.attrs, &item.ident),)*
                Item::Fn(item) => (&item.vis, &item.attrs, &item.sig.ident),
                _ => return None,
            }
        };
    }
    let (vis, attributes, name) = named!(Const Enum Mod Static Struct Trait Type);
    is_shown(vis, attributes).then(|| name.to_string())
}

/// Returns true if an item is public, and not hidden.
fn is_shown(vis: &Visibility, attributes: &[Attribute]) -> bool {
    let is_hidden = attributes.iter().any(|attribute| {
        let word = attribute.parse_args::<Ident>();
        attribute.path().is_ident("doc") && word.is_ok_and(|word| word == "hidden")
    });
    matches!(vis, Visibility::Public(_)) && !is_hidden
}

/// The paths of a `use`, with the names that they get.
fn paths(tree: &UseTree, before: &[String], all: &mut Vec<Vec<String>>) {
    let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
    match tree {
        UseTree::Path(path) => paths(&path.tree, &with(&path.ident), all),
        UseTree::Name(name) => all.push(with(&name.ident)),
        UseTree::Group(group) => group.items.iter().for_each(|tree| paths(tree, before, all)),
        UseTree::Rename(rename) => all.push(with(&rename.rename)),
        UseTree::Glob(_) => panic!("names unseen"),
    }
}

/// The public paths that the items of a file bring in.
fn imported(items: &[Item]) -> Vec<Vec<String>> {
    let mut all = Vec::new();
    for item in items {
        if let Item::Use(item) = item
            && is_shown(&item.vis, &item.attrs)
        {
            paths(&item.tree, &[], &mut all);
        }
    }
    all
}

/// The public paths that the items and their modules bring in.
fn imported_deep(all: &[Item]) -> Vec<Vec<String>> {
    let inner = all.iter().filter_map(|item| match item {
        Item::Mod(module) => module.content.as_ref(),
        _ => None,
    });
    let inner = inner.flat_map(|(_, items)| imported_deep(items));
    let paths = imported(all).into_iter().chain(inner);
    paths.filter(|path| path[0] != "crate").collect()
}

/// The file of a module of the one in this file.
fn file_of(parent: &Path, name: &str) -> Option<PathBuf> {
    let is_head = parent.ends_with("lib.rs") || parent.ends_with("mod.rs");
    let folder = if is_head {
        parent.with_file_name("")
    } else {
        parent.with_extension("")
    };
    let files = [format!("{name}.rs"), format!("{name}/mod.rs")];
    let mut files = files.into_iter().map(|file| folder.join(file));
    files.find(|file| file.exists())
}

/// The head of the member that an import is from, and the name imported.
fn member_of(import: &[String]) -> (PathBuf, &str) {
    let [member, .., name] = import else {
        panic!("{import:?}")
    };
    let member = member.strip_prefix("knightsat_").expect("a member");
    (root().join("crates").join(member).join("src/lib.rs"), name)
}

/// Returns true if a file has this public module.
fn has_module(file: &Path, name: &str) -> bool {
    let is_it =
        |item: &Item| matches!(item, Item::Mod(_)) && defined(item).as_deref() == Some(name);
    items(file).iter().any(is_it)
}

/// Adds the public names of the items of a file. In the facade these are names of members, each
/// with what is below it if it is a module, and modules of such names; in a member, names of other
/// members that it re-exports are left out.
fn add_names(file: &Path, items: &[Item], path: &str, names: &mut BTreeSet<String>) {
    let is_facade = file == root().join("src/lib.rs");
    for import in imported(items) {
        let path = format!("{path}::{}", import.last().unwrap());
        if is_facade {
            let (head, name) = member_of(&import);
            let between = &import[1..import.len() - 1];
            let mut between = between.iter();
            let file = between
                .try_fold(head, |file, name| file_of(&file, name))
                .unwrap();
            if has_module(&file, name) {
                add_module(&file_of(&file, name).unwrap(), &path, names);
            }
        }
        if is_facade || !import[0].starts_with("knightsat_") {
            names.insert(path);
        }
    }
    for item in items {
        let Some(name) = defined(item) else { continue };
        let path = format!("{path}::{name}");
        if let Item::Mod(module) = item {
            match (&module.content, file_of(file, &name)) {
                (Some((_, items)), _) => add_names(file, items, &path, names),
                (None, Some(file)) if !is_facade => add_module(&file, &path, names),
                _ => {}
            }
        }
        names.insert(path);
    }
}

fn add_module(file: &Path, path: &str, names: &mut BTreeSet<String>) {
    add_names(file, &items(file), path, names);
}

#[test]
fn every_public_name_is_listed() {
    let mut names = BTreeSet::new();
    add_module(&root().join("src/lib.rs"), "knightsat", &mut names);
    let text: String = names.iter().map(|name| format!("{name}\n")).collect();
    let list = root().join("tests/project/names.txt");
    if env::var_os("BLESS").is_some() {
        fs::write(&list, &text).unwrap();
    }
    let listed = fs::read_to_string(&list).unwrap_or_default();
    let listed: BTreeSet<String> = listed.lines().map(str::to_string).collect();
    let new: Vec<&String> = names.difference(&listed).collect();
    let gone: Vec<&String> = listed.difference(&names).collect();
    assert!(
        new.is_empty() && gone.is_empty(),
        "new {new:?}, gone {gone:?}: BLESS=1 if this is meant"
    );
}

/// The module is the example of a program that uses the library; its command is that of the lab.
#[test]
fn the_python_module_uses_the_facade_alone() {
    for entry in fs::read_dir(root().join("python/src")).unwrap() {
        let file = entry.unwrap().path();
        let text = fs::read_to_string(&file).unwrap();
        let others = text
            .replace("_knightsat", "")
            .replace("knightsat_lab::run", "");
        for other in ["knightsat_", "knightsat::cli"] {
            assert!(!others.contains(other), "{}: {other}", file.display());
        }
    }
}

/// The visible lines of the examples in a file.
fn examples(text: &str) -> Vec<&str> {
    let mut is_example = false;
    let lines = text.lines().filter_map(|line| {
        let line = line.trim_start();
        line.strip_prefix("//!").or(line.strip_prefix("///"))
    });
    let lines = lines.map(str::trim).filter(|line| {
        is_example ^= line.starts_with("```");
        is_example && !line.starts_with('#')
    });
    lines.collect()
}

/// Examples can be copied into a program that depends on `knightsat` alone.
#[test]
fn examples_on_pages_of_the_facade_import_from_it() {
    let list = fs::read_to_string(root().join("tests/project/names.txt")).unwrap();
    let names: BTreeSet<&str> = list.lines().collect();
    let mut imports = 0;
    for import in imported_deep(&items(&root().join("src/lib.rs"))) {
        let (head, name) = member_of(&import);
        let mut between = import[1..import.len() - 1].iter();
        let file = between.try_fold(head, |file, name| file_of(&file, name));
        let file = file.unwrap();
        if !has_module(&file, name) {
            continue;
        }
        let file = file_of(&file, name).unwrap();
        let text = fs::read_to_string(&file).unwrap();
        for line in examples(&text) {
            assert!(!line.contains("knightsat_"), "{}: {line}", file.display());
            let Ok(Item::Use(item)) = syn::parse_str(line) else {
                continue;
            };
            let mut all = Vec::new();
            paths(&item.tree, &[], &mut all);
            for path in all.iter().filter(|path| path[0] == "knightsat") {
                let module = path[..path.len() - 1].join("::");
                assert!(names.contains(&module[..]), "{}: {line}", file.display());
                imports += 1;
            }
        }
    }
    assert!(imports > 50, "{imports} imports");
}

/// rustdoc puts the documentation of a `use` before that of each of its names.
#[test]
fn every_name_of_the_prelude_is_in_an_example() {
    let file = root().join("src/prelude.rs");
    let text = fs::read_to_string(&file).unwrap();
    assert!(!text.contains("///"));
    let head: String = text
        .lines()
        .filter_map(|line| line.strip_prefix("//!"))
        .collect();
    let examples: String = head.split("```").skip(1).step_by(2).collect();
    let words = examples.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let words: BTreeSet<&str> = words.collect();
    let names = imported(&items(&file));
    assert!(names.len() <= MOST, "{} names", names.len());
    for path in names {
        let name = path.last().unwrap();
        assert!(words.contains(&name[..]), "no example of {name}");
    }
}
