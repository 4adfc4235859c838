(* textbook-writer: prints the textbook formula of a board or graph, or checks a certificate.

   Tours (tours.ml) is extracted from Coq. Only this file is unproved: it reads boards, graphs and
   DIMACS, certificates and LRAT, and prints DIMACS. lab/docs/verified.md lists what is proved. *)

open Tours

let usage =
  "usage: textbook-writer (BOARD | --graph FILE) [--closed] [--start V] [--end V]\n\
  \         [--three-cnf yes|no | --cuts CERTIFICATE] [--check FORMULA] [--refute PROOF]\n\
   BOARD is RANKSxFILES, or a file with a line for each rank, the top rank first: . is a square,\n\
   # a hole. A graph file has a line 'p edge V E' and lines 'e U V', or 'p sp V A' and 'a U V'.\n\
   V is a square such as a1, or a vertex of the graph from 1.\n\
   With --check, compares the file with the formula and prints the result. With --cuts, the file\n\
   has to be a formula of degrees and of the cuts of the certificate, for a closed tour. With\n\
   --refute, the LRAT proof has to refute the file; then there is no tour."

let fail message =
  prerr_endline ("textbook-writer: " ^ message);
  exit 2

(* Numbers *)

let rec nat_of_int n = if n <= 0 then O else S (nat_of_int (n - 1))
let int_of_nat =
  let rec count done_ = function O -> done_ | S n -> count (done_ + 1) n in
  count 0

let rec int_of_positive = function
  | XH -> 1
  | XO p -> 2 * int_of_positive p
  | XI p -> (2 * int_of_positive p) + 1

let rec positive_of_int n =
  if n = 1 then XH
  else if n land 1 = 0 then XO (positive_of_int (n / 2))
  else XI (positive_of_int (n / 2))

let count what text =
  match int_of_string_opt text with
  | Some n when n >= 0 && String.for_all (fun c -> '0' <= c && c <= '9') text -> n
  | _ -> fail (Printf.sprintf "'%s' is not %s" text what)

let number what text =
  match count what text with 0 -> fail (Printf.sprintf "'0' is not %s" what) | n -> n

(* Files *)

let lines_of path =
  let channel = try open_in_bin path with Sys_error message -> fail message in
  let rec lines read =
    match input_line channel with
    | line -> lines (String.trim line :: read)
    | exception End_of_file -> close_in channel; List.rev read
  in
  lines []

let words line = List.filter (( <> ) "") (String.split_on_char ' ' line)

(* Places: a graph, and the vertex of a name *)

let square_of text =
  let letter c = 'a' <= c && c <= 'z' in
  let length = String.length text in
  let rec letters i = if i < length && letter text.[i] then letters (i + 1) else i in
  let split = letters 0 in
  let file = ref 0 in
  String.iter (fun c -> file := (26 * !file) + Char.code c - 96) (String.sub text 0 split);
  (number "a square" (String.sub text split (length - split)), !file)

let place_of_board board =
  let all = List.map (fun (r, f) -> (int_of_nat r, int_of_nat f)) (squares board) in
  if all = [] then fail "the board has no squares";
  let vertex text =
    let rec find i = function
      | [] -> fail (text ^ " is not a square of the board")
      | square :: rest -> if square = square_of text then i else find (i + 1) rest
    in
    find 0 all
  in
  (knight_graph board, vertex, false)

let board_of text =
  match String.split_on_char 'x' text with
  | [ ranks; files ] when not (Sys.file_exists text) ->
      let side = number "a side of a board" in
      { ranks = nat_of_int (side ranks); files = nat_of_int (side files); holes = [] }
  | _ ->
      let rows = Array.of_list (List.rev (List.filter (( <> ) "") (lines_of text))) in
      if rows = [||] then fail (text ^ " is empty");
      let files = String.length rows.(0) in
      let holes = ref [] in
      Array.iteri
        (fun rank row ->
          if String.length row <> files then fail (text ^ ": ranks of different lengths");
          String.iteri
            (fun file mark ->
              match mark with
              | '.' -> ()
              | '#' -> holes := (nat_of_int (rank + 1), nat_of_int (file + 1)) :: !holes
              | _ -> fail (Printf.sprintf "%s: '%c' is neither . nor #" text mark))
            row)
        rows;
      { ranks = nat_of_int (Array.length rows); files = nat_of_int files; holes = !holes }

let place_of_graph path =
  let size = ref 0 and directed = ref false and edges = ref [] in
  let vertex text =
    let v = number "a vertex" text in
    if v > !size then fail (Printf.sprintf "%s: vertex %d is not among 1 to %d" path v !size);
    v - 1
  in
  List.iter
    (fun line ->
      match words line with
      | [] | "c" :: _ -> ()
      | [ "p"; kind; n; _ ] ->
          size := number "a number of vertices" n;
          directed := kind = "sp"
      | [ ("e" | "a"); v; w ] when v <> w ->
          edges := (nat_of_int (vertex v), nat_of_int (vertex w)) :: !edges
      | _ -> fail (Printf.sprintf "%s: '%s' is not a line of a graph" path line))
    (lines_of path);
  if !size = 0 then fail (path ^ ": no line 'p edge VERTICES EDGES'");
  let build = if !directed then graph_of_arcs else graph_of_edges in
  (build (nat_of_int !size) (List.rev !edges), vertex, !directed)

(* DIMACS *)

let literal = function
  | Yes p -> int_of_positive p
  | No p -> - (int_of_positive p)

let literal_of_int l = if l > 0 then Yes (positive_of_int l) else No (positive_of_int (-l))

let print_formula variables groups =
  let clauses = List.fold_left (fun n group -> n + List.length group) 0 groups in
  Printf.printf "p cnf %d %d\n" variables clauses;
  List.iter
    (List.iter (fun clause ->
         List.iter (fun l -> print_string (string_of_int (literal l)); print_char ' ') clause;
         print_string "0\n"))
    groups

(* Reads a file by tokens: the number of variables, and the clauses. *)
let read_formula path =
  let lines = List.filter (fun line -> line <> "" && line.[0] <> 'c') (lines_of path) in
  let variables, clauses, body =
    match lines with
    | header :: body -> (
        match words header with
        | [ "p"; "cnf"; v; c ] -> (count "a number of variables" v, count "a number of clauses" c, body)
        | _ -> fail (path ^ ": no header 'p cnf VARIABLES CLAUSES'"))
    | [] -> fail (path ^ " is empty")
  in
  let token (clause, read) text =
    match int_of_string_opt text with
    | None -> fail (Printf.sprintf "%s: '%s' is not a literal" path text)
    | Some 0 -> ([], List.rev clause :: read)
    | Some l -> (literal_of_int l :: clause, read)
  in
  let open_clause, read = 
    List.fold_left (fun read line -> List.fold_left token read (words line)) ([], []) body
  in
  if open_clause <> [] then fail (path ^ ": the last clause has no 0");
  if List.length read <> clauses then fail (path ^ ": the header has another number of clauses");
  (variables, List.rev read)

(* The vertex sets of a certificate: the lists of names after "sets". Names have no quotes. *)
let read_cuts path vertex =
  let names set = List.filteri (fun place _ -> place mod 2 = 1) (String.split_on_char '"' set) in
  let rec after = function
    | "sets" :: rest -> List.tl (String.split_on_char '[' (String.concat "\"" rest))
    | _ :: rest -> after rest
    | [] -> []
  in
  let sets = List.map names (after (String.split_on_char '"' (String.concat "" (lines_of path)))) in
  List.map (List.map (fun name -> nat_of_int (vertex name))) (List.filter (( <> ) []) sets)

(* The lemmas of an LRAT proof. Deletions are left out: a known clause does no harm. *)
let read_proof path =
  let rec until_zero read = function
    | 0 :: rest -> (List.rev read, rest)
    | n :: rest -> until_zero (n :: read) rest
    | [] -> fail (path ^ ": a list without 0")
  in
  let integer text =
    match int_of_string_opt text with
    | Some n -> n
    | None -> fail (Printf.sprintf "%s: '%s' is not a number" path text)
  in
  let hint n = if n > 0 then positive_of_int n else fail (path ^ ": RAT lemmas are not supported") in
  let lemma line =
    match words line with
    | [] | _ :: "d" :: _ -> None
    | id :: rest ->
        let clause, rest = until_zero [] (List.map integer rest) in
        let hints, _ = until_zero [] rest in
        Some ((positive_of_int (integer id), List.map literal_of_int clause), List.map hint hints)
  in
  List.filter_map lemma (lines_of path)

(* The command *)

let () =
  let place = ref None and kind = ref Open and start = ref None and finish = ref None in
  let three = ref true and check = ref None and cuts = ref None and refute = ref None in
  let rec parse = function
    | [] -> ()
    | "--closed" :: rest -> kind := Closed; parse rest
    | "--start" :: v :: rest -> start := Some v; parse rest
    | "--end" :: v :: rest -> finish := Some v; parse rest
    | "--three-cnf" :: (("yes" | "no") as answer) :: rest -> three := answer = "yes"; parse rest
    | "--check" :: path :: rest -> check := Some path; parse rest
    | "--cuts" :: path :: rest -> cuts := Some path; parse rest
    | "--refute" :: path :: rest -> refute := Some path; parse rest
    | "--graph" :: path :: rest -> place := Some (place_of_graph path); parse rest
    | ("--help" | "-h") :: _ -> print_endline usage; exit 0
    | text :: rest when text.[0] <> '-' -> place := Some (place_of_board (board_of text)); parse rest
    | text :: _ -> fail (Printf.sprintf "unexpected '%s'\n%s" text usage)
  in
  parse (List.tl (Array.to_list Sys.argv));
  let graph, vertex, is_directed = match !place with Some place -> place | None -> fail usage in
  let fixed name = Option.map (fun text -> nat_of_int (vertex text)) name in
  let start = fixed !start and finish = fixed !finish in
  let variables = int_of_positive (file_end !three graph !kind start finish) - 1 in
  let finish_with text code = print_endline text; exit code in
  match !check with
  | None -> print_formula variables (file_groups !three graph !kind start finish)
  | Some path ->
      let declared, clauses = read_formula path in
      let accepted, name =
        match !cuts with
        | None ->
            ( declared = variables && is_file !three graph !kind start finish clauses,
              "the formula" )
        | Some certificate ->
            if !kind = Open || is_directed then fail "--cuts needs --closed and an undirected graph";
            ( is_cut_formula graph (read_cuts certificate vertex) clauses,
              "a formula of degrees and cuts" )
      in
      if not accepted then finish_with ("this is not " ^ name) 1;
      print_endline ("this is " ^ name);
      match !refute with
      | Some proof when refutes clauses (read_proof proof) ->
          print_endline "refuted: there is no tour"
      | Some _ -> finish_with "the proof does not refute it" 1
      | None -> ()
