rm -rf "$CLONE" && mkdir -p "$CLONE" && cd "$CLONE" || exit
mkdir -p fixtures crates/lint target/debug target/release graphs crate/src
cp -a "$ROOT/scripts" . && cp -a "$ROOT/fixtures/golden" fixtures || exit
cp -a "$ROOT/crates/lint/src" crates/lint || exit
for folder in target/debug target/release; do
  ln -s "$BUILT/knightsat-lab" "$BUILT/graphs" "$BUILT/mutation_sites" "$BUILT/two_factor" $folder
  cat > $folder/knightsat <<'END'
#!/bin/sh
case "$*" in
  compare*|split*|work*|join*|count*" --split "*|prove*" --proof-format "*|prove*" --textbook"*)
    echo "only knightsat-lab has this: $*" >&2
    exit 2 ;;
esac
exec "${0%/*}/knightsat-lab" "$@"
END
  chmod +x $folder/knightsat
done
printf 'p edge 3 3\ne 1 2\ne 2 3\ne 3 1\n' > graphs/graph1.col
cd crate
printf '[package]\nname = "knightsat"\nedition = "2024"\n[workspace]\n' > Cargo.toml
printf 'version = 4\n[[package]]\nname = "knightsat"\nversion = "0.0.0"\n' > Cargo.lock
echo 'fn main() {}' > src/main.rs
printf '#[test]\nfn is_true() {}\n' > src/lib.rs
export GIT_AUTHOR_NAME=nobody GIT_COMMITTER_NAME=nobody EMAIL=nobody@localhost
git init -q && git add . && git commit -qm Begin
rustc -g -o program src/main.rs
exit 0
