//! The command line: every mistake is one line, every answer one sentence with its exit code.

use crate::common::cases::cases;
use crate::common::program::{error, is_lab, run};
use crate::common::transcript::transcript;

#[test]
fn the_table_of_backends_is_printed() {
    transcript("0 --crosses => | | directed graphs | …| the lazy engine | split graph | …");
}

#[test]
fn mistakes_are_one_line_with_the_remedy() {
    let table = r#"
solve => missing: <BOARD> (see --help)
sizes => missing: <BOARDS>... (see --help)
sizs 8x8 => unrecognized subcommand 'sizs'; a similar subcommand exists: 'sizes' (see --help)
solve 8x8 --opened => unexpected argument '--opened' found; a similar argument exists: '--seed' \
    (see --help)
solve 8 => BOARD: '8' is not a board: write RANKSxFILES, for example 8x8, or name a file that draws \
    the board (see --help)
solve 0x8 => BOARD 0x8: a 0x8 board has no squares (see --help)
solve 16000x16000 => 16000x16000 would take about 25 GB of memory: the limit is 67108864 squares \
    (8192x8192) or vertices
solve 8x8 --start j1 => --start: j1 is not on the 8x8 board
encode 8x8 --end a9 => --end: a9 is not on the 8x8 board
solve 8x8 --start a1 --end a1 => start and end are the same, but a tour of 64 steps needs two \
    different ones
solve 8x8 --start x => --start: 'x' is not a square: write a file and a rank such as a1, or \
    rank,file such as 1,1…
solve 8x8 --timeout 1,5 => --timeout 1,5: write a number of seconds from 0 to 1e9 (see --help)
solve 8x8 --memory 3 => --memory 3: write a number from 64 to 1073741824 (see --help)
solve 5x5 --threads 99999999999999999999 => --threads 99999999999999999999: write a number from 1 \
    to 1024 (see --help)
{solve 8x8 --seed x|solve 8x8 --seed -1|count 5x5 --limit -3} => --… …: write a whole number (see --help)
encode 8x8 {--arcs|--three-cnf} maybe => --… maybe: write yes or no (see --help)
encode 8x8 --encoding crt --modulus x => --modulus x: write a product such as 21, or exact…
encode 8x8 --amo best => --amo best: 'best' is not an at-most-one encoding: write one of pairwise, \
    ladder, …
encode 8x8 --amo all => --amo all is for sizes, check and compare: name one encoding, or two
encode 8x8 --textbook --amo product => the argument '--textbook' cannot be used with \
    '--amo <NAME>' (see --help)
solve {8x8 --symmetric rot90|3x10 --symmetric rot180-reversed} => missing: --closed (see --help)
1 solve 8x8 --closed --symmetric rot90 => no closed knight's tour of 8x8 …: every move changes \
    colour; the turn takes a1 to a8, and 16 moves between them do not fit their colours
0 encode 8x8 --closed --symmetric rot90 => …p cnf 0 1 | 0
encode 6x8 --closed --symmetric rot90 => rot90: a quarter turn of a 6x8 board is another board
encode 7x7 --closed --symmetric rot180 => rot180: it leaves d4 where it is, a tour does not
encode 5x6 --closed --symmetric flip-ranks-reversed => flip-ranks-reversed: it leaves a3, b3 and c3 \
    where they are, and a tour that it reverses has at most two such squares
count 6x6 --closed --classes --only turning => the count of classes does not support rules about moves, \
    which --only turning demands
count 6x6 --closed --classes --start a1 => --classes: every closed tour passes the start, so leave \
    --start out
solve 6x6 --closed --symmetric rot45 => --symmetric: 'rot45' is no symmetry: write rot180 or rot90 \
    or flip-ranks or flip-files or rot180-reversed or flip-ranks-reversed or flip-files-reversed \
    (see --help)
solve 6x6 --closed --symmetric rot90-reversed => --symmetric: 'rot90-reversed' is no symmetry: …
count 3x10 --closed --symmetric bergholtian --method frontier => the frontier method does not \
    support a symmetry that reverses the tour: use --method search or enumerate
count 6x6 --closed --symmetric rot180 --at 5=c3 --encoding order => the encoding order does not \
    support a symmetry together with squares at steps: use --encoding position, textbook or binary
solve 8x8 {--textbook|--method warnsdorff} --threads 2 => --threads is for --encoding lazy in process: use \
    --portfolio for several solvers
solve 8x8 --textbook --seed 1 => --seed is for --encoding lazy in process: with a formula nothing \
    is chosen at random
count 4x4 --method search --no-shortcuts => …--method enumerate…
verify --certificate /nowhere 3x4 => /nowhere: no such folder
verify --certificate / 3x4 => /: has no certificate.txt: name a folder that prove or join has \
    written
decode - - => the formula and the result cannot both come from standard input
verify - - < ...\n...\n => …- stands for standard input twice…
lint --fix a.cnf b.cnf -o c.cnf => -o takes one FILE; without it, each is replaced by its clean \
    version
lint x -o y => …--fix…
{solve 8x8 --leaper -1,2|encode 5x5 -o -y.cnf|sat -x.cnf} => unexpected argument '-…' found; join a \
    value that begins with a hyphen to its option, as in --start=-…, and write a file as ./-…
0 encode 3x4 -o=-y.cnf
0 lint ./-y.cnf
plain = x
solve 5x5 --solver "/no/such {cnf}" => …/no/such: no such program…
solve 5x5 --solver "/tmp {cnf}" => …/tmp: a folder, not a program…
solve 5x5 --solver "./plain {cnf}" => …./plain: not executable: run chmod +x on it…
prove 4x4 -o c --solver "{/no/such|.|./plain} {cnf}" => …{cnf} writes no proof: ask varisat…
{solve 5x5|sat t.cnf|count 5x5|check 3x4|prove 4x4 -o x|puzzle 4x5} --timeout \
    {1e18|1e10|-1|nan|inf|1e400} => --timeout …: write a number of seconds from 0 to 1e9…
0 solve 5x5 --timeout 1e9
"#;
    transcript(table);
}

#[test]
fn answers_are_sentences() {
    let table = r#"
0 --help => …encode…solve…decode…verify…exit codes…
0 solve 1x1 --leaper 5,6 --format moves => a1
0 verify 1x1 - < a1 => valid: open knight's tour of 1x1, 1 step
0 count 1x1 --method search => 1 open tour, directed (knight, 1x1, by search)…
0 sizes --graph - < p edge 2 1\ne 1 2\n => …the graph with 2 vertices and 1 edge…
1 verify 3x4 - < a1 => …: 1 step, and a tour has 12
1 solve 4x4 --no-shortcuts => no open knight's tour of 4x4: the formula is unsatisfiable (varisat, \
    refutation checked)
1 solve 4x4 {|--encoding order} => no open knight's tour of 4x4: without b2, c2, b3 and c3 the rest \
    falls into 6 pieces, but a tour joins at most 5 through them | …×: removed; 1 to 6: the pieces
1 solve 4x4 --format moves => …through them
1 solve 4x4 --format json => …"result":"none"…"marked":["b2","c2","b3","c3"]…
1 solve 5x5 --closed => no closed knight's tour of 5x5: every move changes colour, but there are 13 \
    of one colour and 12 of the other
1 solve 3x3 => no open knight's tour of 3x3: b2 has no moves, and a tour needs at least one there
1 solve 2x4 => no open knight's tour of 2x4: a1, b1 and c1 have one move each, but a tour has only \
    two ends
1 solve 1x1 --closed => no closed knight's tour of 1x1: a closed tour has at least three steps
1 solve 5x5 --start b1 => no open knight's tour of 5x5: every move changes colour, so that a tour of \
    25 steps starts and ends on the colour that has 13 of them (start b1)
1 solve 3x3 --leaper 5,6 {|--encoding adder} => no open (5,6)-leaper's tour of 3x3: a1 has no moves, …
1 solve 3x3 --leaper 5,6 --method backtrack => no open (5,6)-leaper's tour…
1 solve {8x8 --leaper 3,8|3x3 --leaper 4294967295,7} => …a1 has no moves…
0 count 3x3 --leaper 5,6 => 0 open…
0 count 3x3 --leaper 5,6 --closed --method search => 0 closed…
0 encode 3x3 --leaper 5,6 {|--encoding order} => …p cnf 0 1 | 0
0 sizes 3x3 --leaper 5,6 => …3x3…
0 check 3x3 --leaper 5,6 --encoding order => …good…
0 compare 3x3 --leaper 5,6 --encoding order => …1/1…
0 render 3x3 --leaper 5,6 - < a1 b1 => …2… ! …2 steps…
0 solve - --closed --symmetric rot90 < ...\n.#.\n...\n => …
"#;
    transcript(table);
    let version = format!("knightsat {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(run("--version").1, version);
    assert_eq!(run("").0, 2);
}

#[test]
fn every_tour_is_accepted_by_verify_in_every_format() {
    let table = r"
solve 8x8 --format {board|moves|json} || 0 verify 8x8 -
solve 8x8 --closed --format {board|moves|json} || 0 verify 8x8 - --closed
solve 5x5 --start c3 --format {board|moves|json} || 0 verify 5x5 - --start c3
solve 6x7 --start 1,1 --end b3 --format {board|moves|json} || 0 verify 6x7 - --start 1,1 --end b3
solve 3x10 --closed --format {board|moves|json} || 0 verify 3x10 - --closed
solve 1x1 --format {board|moves|json} || 0 verify 1x1 -
solve 6x6 --closed --encoding {auto|position|lazy} --format {board|moves|json} \
    || 0 verify 6x6 - --closed
solve 40x40 --closed --symmetric rot180 --seed 1 --format {board|moves|json} \
    || 0 verify 40x40 - --closed --symmetric rot180
solve 12x12 --threads 2 --format {board|moves|json} || 0 verify 12x12 -
solve 12x12 --closed --threads 3 --solver varisat --format {board|moves|json} \
    || 0 verify 12x12 - --closed
";
    transcript(table);
}

#[test]
fn the_seed_decides() {
    for options in ["", "--closed --symmetric rot180"] {
        let [first, again, other] = [1, 1, 2].map(|seed| {
            let args = format!("solve 40x40 {options} --seed {seed} --format moves");
            run(&args).1
        });
        assert!(first == again && first != other, "{options}");
    }
}

#[test]
fn a_missing_part_of_the_lab_comes_with_the_way_to_it() {
    if is_lab() {
        return;
    }
    let subjects = "compare 5x5 => compare
        split => split
        work parts 1 => work
        join parts => join
        opb 3x4 => opb
        --man=x => --man
        --completions bash => --completions
        count 3x4 --split 2 -o x => count --split
        count 3x4 --split=2 -o x => count --split
        prove 4x4 --proof-format=lrat,pbp -o x => prove --proof-format
        prove 4x4 --textbook -o x => prove --textbook";
    for (args, subject) in cases(subjects) {
        let command = subject.split(' ').next().unwrap();
        let way = format!("cargo run --release -p knightsat-lab -- {command} …");
        let expected = format!("{subject} is part of the lab: in a clone, run {way}");
        assert_eq!(error(&args), expected, "{args}");
    }
    assert!(error("compares").contains("compares"));
}

/// Options that would change nothing.
#[test]
fn options_without_effect_are_refused() {
    let table = "
0 encode 3x4 -o t.cnf
0 split 4x4 --parts 2 -o parts
0 count 3x4 --split 2 -o count
0 compare 3x4 --split -o rows
0 solve 3x4 > tour
{solve 3x4 --theme dark|render 3x4 tour --theme dark --html t} => …--svg <FILE>|--png <FILE>…
solve 3x4 {--color always --format json|--color never --format moves} => …--color…
{decode t.cnf tour --format json|render 3x4 tour --svg t|verify 3x4 tour} --color always => …--color…
solve 3x4 --unique {--tie random|--dead-ends|--leaps 12345678} => --… is for --method …
solve 3x4 --portfolio varisat,varisat --solver-path /bin/sh => …--solver-path…
check 3x4 --map i --encoding position => …--map…
check --cnf t.cnf --no-shortcuts => …--no-shortcuts…
check 3x4 --encoding order,position --modulus 3 => …--modulus is for --encoding crt…
sizes 3x4 --encoding {order,lazy --amo product|order --amo all} => …not for order…
encode 3x4 --format words --count-projected => …--count-projected…
prove 4x4 --textbook --no-shortcuts -o new => …--no-shortcuts…
prove 4x4 --textbook --minimize turns -o new => …--minimize…
prove {4x4 --textbook|4x4 --at 1=a1,3=a2|6x6 --closed --symmetric rot90} --seed 1 -o new => …--seed…
join {count|rows} --format moves => …--format moves…
count 3x4 --known --memory 100 => …--memory…
count 3x4 --known --solver-path /bin/sh => …--solver-path…
count 3x4 --known -o new => …--output…
sat t.cnf --proof-format lrat => …--proof…
compare {3x4 --encoding order|--cnf t.cnf} --amo product => …--amo is for --encoding…
";
    let dir = transcript(table);
    assert!(!dir.path().join("new").exists());
}
