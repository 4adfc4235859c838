//! Lists the places of Rust files where a small fault can be put into the code. Each is a JSON
//! object on a line, with the bytes of the code and the faulty code. `scripts/try-code` compiles
//! samples of them.
//!
//! ```sh
//! mutation_sites crates/tour/src/*.rs
//! ```
//!
//! Faults: another comparison, `&&` for `||` and vice versa, a missing `!`, a missing `+ 1` or
//! `- 1`, a negated condition, and a missing call or assignment. Tests, macros, patterns and
//! constants are skipped. Some faults do not compile.

use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, Lit, Stmt, UnOp};

fn main() -> Result<()> {
    let mut sites = Vec::new();
    let mut tests = Vec::new();
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).context(path.clone())?;
        let file = syn::parse_file(&text).context(path.clone())?;
        let mut finder = Finder::new(&path, &text);
        finder.visit_file(&file);
        sites.append(&mut finder.sites);
        tests.append(&mut finder.tests);
    }
    for (path, site) in sites {
        let mut parents = path.ancestors().map(|path| path.with_extension(""));
        if !parents.any(|path| tests.contains(&path)) {
            println!("{site}");
        }
    }
    Ok(())
}

struct Finder<'a> {
    path: &'a Path,
    text: &'a str,
    /// Names of the modules, types and functions around.
    scope: Vec<String>,
    sites: Vec<(PathBuf, Value)>,
    /// Paths of test modules, without `.rs`.
    tests: Vec<PathBuf>,
    /// Numbers of equal sites in a scope.
    counts: HashMap<[String; 3], usize>,
}

impl<'a> Finder<'a> {
    fn new(path: &'a str, text: &'a str) -> Self {
        Finder {
            path: Path::new(path),
            text,
            scope: Vec::new(),
            sites: Vec::new(),
            tests: Vec::new(),
            counts: HashMap::new(),
        }
    }

    fn of(&self, code: &impl Spanned) -> &'a str {
        &self.text[code.span().byte_range()]
    }

    /// Adds a site.
    fn add(&mut self, code: &impl Spanned, fault: &str, is_statement: bool) {
        let Range { start, end } = code.span().byte_range();
        let old = one_line(self.of(code));
        let new = one_line(fault);
        let scope = self.scope.join("::");
        let key = [scope.clone(), old.clone(), new.clone()];
        let nth = self.counts.entry(key).or_default();
        *nth += 1;
        let site = json!({
            "file": self.path, "line": code.span().start().line, "scope": scope, "old": old,
            "new": new, "nth": *nth, "start": start, "end": end, "fault": fault,
            "statement": is_statement,
        });
        self.sites.push((self.path.into(), site));
    }

    fn enter(&mut self, name: String, visit: impl FnOnce(&mut Self)) {
        self.scope.push(name);
        visit(self);
        self.scope.pop();
    }

    fn negate(&mut self, condition: &Expr) {
        let is_other_site = match condition {
            Expr::Binary(binary) => matches!(binary.op, BinOp::Eq(_) | BinOp::Ne(_)),
            Expr::Unary(unary) => matches!(unary.op, UnOp::Not(_)),
            _ => false,
        };
        if !is_other_site && !has_let(condition) {
            self.add(condition, &format!("!({})", self.of(condition)), false);
        }
    }
}

fn one_line(code: &str) -> String {
    code.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns true if the condition binds names.
fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

fn is_one(expr: &Expr) -> bool {
    matches!(expr, Expr::Lit(lit) if matches!(&lit.lit, Lit::Int(int) if int.base10_digits() == "1"))
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let is_cfg = attribute.path().is_ident("cfg");
        attribute.path().is_ident("test")
            || is_cfg
                && attribute
                    .parse_args::<syn::Path>()
                    .is_ok_and(|path| path.is_ident("test"))
    })
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_expr_binary(&mut self, expr: &'ast syn::ExprBinary) {
        let [left, right] = [self.of(&expr.left), self.of(&expr.right)];
        let op = match expr.op {
            BinOp::Eq(_) => "!=",
            BinOp::Ne(_) => "==",
            BinOp::Lt(_) => "<=",
            BinOp::Le(_) => "<",
            BinOp::Gt(_) => ">=",
            BinOp::Ge(_) => ">",
            BinOp::And(_) => "||",
            BinOp::Or(_) => "&&",
            _ => "",
        };
        match expr.op {
            BinOp::Add(_) | BinOp::Sub(_) if is_one(&expr.right) => self.add(expr, left, false),
            BinOp::And(_) | BinOp::Or(_) if has_let(&expr.left) || has_let(&expr.right) => {}
            BinOp::And(_) | BinOp::Or(_) => {
                self.add(expr, &format!("({left}) {op} ({right})"), false)
            }
            _ if !op.is_empty() => self.add(expr, &format!("{left} {op} {right}"), false),
            _ => {}
        }
        visit::visit_expr_binary(self, expr);
    }

    fn visit_expr_unary(&mut self, expr: &'ast syn::ExprUnary) {
        if matches!(expr.op, UnOp::Not(_)) {
            self.add(expr, self.of(&expr.expr), false);
        }
        visit::visit_expr_unary(self, expr);
    }

    fn visit_expr_if(&mut self, expr: &'ast syn::ExprIf) {
        self.negate(&expr.cond);
        visit::visit_expr_if(self, expr);
    }

    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        if let Stmt::Expr(expr, Some(_)) = stmt {
            let tried = if let Expr::Try(tried) = expr {
                &tried.expr
            } else {
                expr
            };
            // A loop whose counter stays the same runs until the time limit.
            let is_assignment = matches!(tried, Expr::Binary(binary) if !is_one(&binary.right))
                || matches!(tried, Expr::Assign(_));
            if is_assignment || matches!(tried, Expr::Call(_) | Expr::MethodCall(_)) {
                self.add(stmt, "", true);
            }
        }
        visit::visit_stmt(self, stmt);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        let name = item.ident.to_string();
        if !is_test(&item.attrs) {
            self.enter(name, |finder| visit::visit_item_mod(finder, item));
        } else if item.content.is_none() {
            let stem = self.path.file_stem().unwrap_or_default();
            let is_root = ["mod", "lib", "main"].iter().any(|root| stem == *root);
            let folder = self.path.with_extension("");
            let folder = if is_root {
                folder.parent().unwrap_or(Path::new(""))
            } else {
                &folder
            };
            self.tests.push(folder.join(name));
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if !is_test(&item.attrs) {
            let name = one_line(self.of(&item.self_ty));
            self.enter(name, |finder| visit::visit_item_impl(finder, item));
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if item.sig.constness.is_none() && !is_test(&item.attrs) {
            self.enter(item.sig.ident.to_string(), |finder| {
                visit::visit_item_fn(finder, item)
            });
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if item.sig.constness.is_none() && !is_test(&item.attrs) {
            self.enter(item.sig.ident.to_string(), |finder| {
                visit::visit_impl_item_fn(finder, item)
            });
        }
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        self.enter(item.sig.ident.to_string(), |finder| {
            visit::visit_trait_item_fn(finder, item)
        });
    }

    fn visit_expr_repeat(&mut self, expr: &'ast syn::ExprRepeat) {
        self.visit_expr(&expr.expr);
    }

    // Patterns, types, and all that the compiler evaluates.
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
    fn visit_variant(&mut self, _: &'ast syn::Variant) {}
}
