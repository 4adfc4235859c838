(** Statements: all definitions and all theorems, without proofs.

    This file defines graphs, knight's boards, tours, clauses and the formulas.
    Its last part states each theorem as a proposition. [Theorems.v] proves the propositions.
    A reader who accepts the definitions here need not read the other files. *)

From Coq Require Import List Arith NArith PArith Bool Permutation FMapPositive.
Import ListNotations.

(** * Formulas *)

(** Variables are numbered from 1, as in DIMACS. [No x] is the negation of [Yes x]. *)
Definition variable := positive.
Inductive literal := Yes (x : variable) | No (x : variable).
Definition clause := list literal.
Definition formula := list clause.
Definition assignment := variable -> bool.

Definition holds (a : assignment) (l : literal) : bool :=
  match l with Yes x => a x | No x => negb (a x) end.

Definition satisfies_clause (a : assignment) (c : clause) : Prop :=
  exists l, In l c /\ holds a l = true.

Definition satisfies (a : assignment) (f : formula) : Prop :=
  forall c, In c f -> satisfies_clause a c.

Definition variable_of (l : literal) : variable :=
  match l with Yes x => x | No x => x end.

(** * Graphs and tours *)

(** A graph is the list of its rows. Row [v] contains the vertices to which one edge leads from
    [v]. Vertices are numbered from 0. A directed graph is a graph too. *)
Definition graph := list (list nat).
Definition size (g : graph) : nat := length g.
Definition successors (g : graph) (v : nat) : list nat := nth v g [].
Definition edge (g : graph) (v w : nat) : Prop := In w (successors g v).

(** A graph has a vertex; edges lead to other vertices of the graph. *)
Definition simple (g : graph) : Prop :=
  0 < size g /\ forall v w, edge g v w -> w < size g /\ v <> w.

Definition undirected (g : graph) : Prop := forall v w, edge g v w -> edge g w v.

(** The rows of an undirected graph with [n] vertices and these edges, and of a directed one. *)
Definition graph_of_edges (n : nat) (edges : list (nat * nat)) : graph :=
  let other v e := if fst e =? v then [snd e] else if snd e =? v then [fst e] else [] in
  map (fun v => flat_map (other v) edges) (seq 0 n).

Definition graph_of_arcs (n : nat) (arcs : list (nat * nat)) : graph :=
  let head v e := if fst e =? v then [snd e] else [] in
  map (fun v => flat_map (head v) arcs) (seq 0 n).

Inductive kind := Open | Closed.

(** A tour lists the vertices in the order of its steps, which are numbered from 0. It visits
    each vertex once, along edges. A closed tour returns to its first vertex, and has at least
    three vertices. [start] and [finish] fix the first and the last vertex. *)
Record tour (g : graph) (k : kind) (start finish : option nat) (t : list nat) : Prop := {
  visits_each_once : Permutation t (seq 0 (size g));
  follows_edges : forall i, S i < size g -> edge g (nth i t 0) (nth (S i) t 0);
  returns : k = Closed -> 3 <= size g /\ edge g (nth (size g - 1) t 0) (nth 0 t 0);
  starts : forall v, start = Some v -> nth 0 t 0 = v;
  finishes : forall v, finish = Some v -> nth (size g - 1) t 0 = v
}.

(** * Boards *)

(** A square is a rank and a file, both from 1: a1 is (1, 1), and b1 is (1, 2). *)
Definition square := (nat * nat)%type.
Record board := { ranks : nat; files : nat; holes : list square }.

Definition same_pair (p q : nat * nat) : bool := (fst p =? fst q) && (snd p =? snd q).
Definition is_hole (b : board) (p : square) : bool := existsb (same_pair p) (holes b).

(** The squares rank by rank, without holes. A vertex is the position of a square in this list. *)
Definition squares (b : board) : list square :=
  filter (fun p => negb (is_hole b p)) (list_prod (seq 1 (ranks b)) (seq 1 (files b))).

Definition distance (i j : nat) : nat := (i - j) + (j - i).

Definition knight_move (p q : square) : bool :=
  let dx := distance (fst p) (fst q) in
  let dy := distance (snd p) (snd q) in
  (dx =? 1) && (dy =? 2) || (dx =? 2) && (dy =? 1).

Definition knight_graph (b : board) : graph :=
  let s := squares b in
  map (fun p => filter (fun w => knight_move p (nth w s (0, 0))) (seq 0 (length s))) s.

(** True for the squares with the colour of b1. *)
Definition colour (p : square) : bool := Nat.odd (fst p + snd p).

(** Every edge leads to the other colour. *)
Definition alternates (g : graph) (c : nat -> bool) : Prop :=
  forall v w, edge g v w -> c w = negb (c v).

(** * The textbook formula *)

(** [x n i v]: at step [i] the tour is on vertex [v] of [n]. The variables are numbered step by
    step, from 1 to n * n. *)
Definition x (n i v : nat) : variable :=
  N.succ_pos (N.of_nat i * N.of_nat n + N.of_nat v).

(** At most one of these variables is true: a clause for each pair. *)
Fixpoint pairwise (xs : list variable) : formula :=
  match xs with
  | [] => []
  | y :: rest => map (fun z => [No y; No z]) rest ++ pairwise rest
  end.

(** The step after [i]: step 0 follows the last step of a closed tour. *)
Definition next (k : kind) (n i : nat) : option nat :=
  if S i <? n then Some (S i)
  else match k with Open => None | Closed => Some 0 end.

Section Textbook.
  Variables (g : graph) (k : kind) (start finish : option nat).
  Let n := size g.

  Definition one_square_per_step : formula :=
    flat_map (fun i => pairwise (map (fun v => x n i v) (seq 0 n))) (seq 0 n).

  Definition moves_from (i : nat) : formula :=
    match next k n i with
    | None => []
    | Some j =>
        map (fun v => No (x n i v) :: map (fun w => Yes (x n j w)) (successors g v)) (seq 0 n)
    end.

  Definition moves : formula := flat_map moves_from (seq 0 n).

  Definition each_square_once : formula :=
    flat_map (fun v => pairwise (map (fun i => x n i v) (seq 0 n))) (seq 0 n).

  Definition some_square_per_step : formula :=
    map (fun i => map (fun v => Yes (x n i v)) (seq 0 n)) (seq 0 n).

  (** Two vertices have no closed tour, although the moves there and back exist. *)
  Definition too_small : formula :=
    match k with Open => [] | Closed => if n =? 2 then [[]] else [] end.

  Definition fixed (i : nat) (end_ : option nat) : formula :=
    match end_ with None => [] | Some v => [[Yes (x n i v)]] end.

  (** The groups in the order of the file. *)
  Definition textbook_groups : list formula :=
    [one_square_per_step; moves; each_square_once; some_square_per_step; too_small;
     fixed 0 start; fixed (n - 1) finish].

  Definition textbook : formula := concat textbook_groups.
End Textbook.

(** Fixed ends are vertices. *)
Definition ends_exist (g : graph) (start finish : option nat) : Prop :=
  forall v, start = Some v \/ finish = Some v -> v < size g.

(** The tour of an assignment: at each step the first vertex whose variable is true. *)
Definition decode (n : nat) (a : assignment) : list nat :=
  let vertex i := match find (fun v => a (x n i v)) (seq 0 n) with Some v => v | None => 0 end in
  map vertex (seq 0 n).

(** The assignment of a tour: x n i v is true if step [i] is on [v]. *)
Definition encode (n : nat) (t : list nat) : assignment :=
  fun p =>
    let i := (Pos.pred_N p / N.of_nat n)%N in
    let v := (Pos.pred_N p mod N.of_nat n)%N in
    nth (N.to_nat i) t 0 =? N.to_nat v.

(** The variables from 1 to n * n. *)
Definition positional (n : nat) (p : variable) : Prop := Pos.to_nat p <= n * n.

(** * Splitting to three literals *)

(** [chain z c] requires [c] if the variable [z] is true. Its fresh variables follow [z]. *)
Fixpoint chain (z : variable) (c : clause) : formula :=
  match c with
  | l :: ((_ :: _ :: _) as rest) => [No z; l; Yes (Pos.succ z)] :: chain (Pos.succ z) rest
  | _ => [No z :: c]
  end.

(** A clause of more than three literals, with fresh variables from [z] on. *)
Definition split_clause (z : variable) (c : clause) : formula :=
  match c with
  | l :: m :: ((_ :: _ :: _) as rest) => [l; m; Yes z] :: chain z rest
  | _ => [c]
  end.

Definition after (z : variable) (c : clause) : variable :=
  Nat.iter (length c - 3) Pos.succ z.

Fixpoint split (z : variable) (f : formula) : formula :=
  match f with
  | [] => []
  | c :: rest => split_clause z c ++ split (after z c) rest
  end.

(** The first variable that [split z f] does not use. *)
Definition after_all (z : variable) (f : formula) : variable := fold_left after f z.

(** The textbook formula in clauses of at most three literals. *)
Definition first_fresh (n : nat) : variable := N.succ_pos (N.of_nat n * N.of_nat n).

Definition textbook_split (g : graph) (k : kind) (start finish : option nat) : formula :=
  split (first_fresh (size g)) (textbook g k start finish).

(** * The checker of files *)

(** The same by groups, so that no long list is appended. *)
Fixpoint split_groups (z : variable) (groups : list formula) : list formula :=
  match groups with
  | [] => []
  | f :: rest => split z f :: split_groups (after_all z f) rest
  end.

Definition same_literal (l m : literal) : bool :=
  match l, m with
  | Yes p, Yes q => Pos.eqb p q
  | No p, No q => Pos.eqb p q
  | _, _ => false
  end.

Fixpoint same_clause (c d : clause) : bool :=
  match c, d with
  | [], [] => true
  | l :: c, m :: d => if same_literal l m then same_clause c d else false
  | _, _ => false
  end.

(** The clauses after the clauses of [f], if [h] begins with them. *)
Fixpoint behind (f h : formula) : option formula :=
  match f, h with
  | [], _ => Some h
  | c :: f, d :: h => if same_clause c d then behind f h else None
  | _, [] => None
  end.

Fixpoint is_formula (groups : list formula) (h : formula) : bool :=
  match groups with
  | [] => match h with [] => true | _ => false end
  | f :: rest => match behind f h with Some h => is_formula rest h | None => false end
  end.

(** The groups of a file, and the first variable that it does not use. *)
Definition file_groups (three : bool) g k start finish : list formula :=
  let groups := textbook_groups g k start finish in
  if three then split_groups (first_fresh (size g)) groups else groups.

Definition file_end (three : bool) g k start finish : variable :=
  if three then fold_left after_all (textbook_groups g k start finish) (first_fresh (size g))
  else first_fresh (size g).

Definition is_file (three : bool) g k start finish (h : formula) : bool :=
  is_formula (file_groups three g k start finish) h.

(** * Edges, degrees and cuts *)

(** The edges of an undirected graph, each once, the smaller end first. *)
Definition edges_of (g : graph) : list (nat * nat) :=
  let is_edge v w := (v <? w) && existsb (Nat.eqb w) (successors g v) in
  flat_map (fun v => map (pair v) (filter (is_edge v) (seq 0 (size g)))) (seq 0 (size g)).

(** The edges with their variables, from 1. A variable is true if the cycle takes the edge. *)
Definition numbered (edges : list (nat * nat)) : list (variable * (nat * nat)) :=
  combine (map Pos.of_succ_nat (seq 0 (length edges))) edges.

Definition follow (n i : nat) : nat := if S i <? n then S i else 0.

(** The closed tour [t] takes the edge [e], in either direction. *)
Definition takes (t : list nat) (e : nat * nat) : bool :=
  let along i := (nth i t 0, nth (follow (length t) i) t 0) in
  existsb (fun i => same_pair e (along i) || same_pair (snd e, fst e) (along i))
    (seq 0 (length t)).

Definition cycle_model (edges : list (nat * nat)) (t : list nat) : assignment :=
  fun p => existsb (fun pe => Pos.eqb p (fst pe) && takes t (snd pe)) (numbered edges).

Definition mentions (c : clause) (l : literal) : bool := existsb (same_literal l) c.
Definition belongs (s : list nat) (v : nat) : bool := existsb (Nat.eqb v) s.

(** [s] contains a vertex and misses another, and [c] mentions all edges that leave [s], except
    perhaps one. A cycle takes at least two of these edges. *)
Definition is_cut (n : nat) (edges : list (nat * nat)) (c : clause) (s : list nat) : bool :=
  let omitted pe :=
    xorb (belongs s (fst (snd pe))) (belongs s (snd (snd pe)))
    && negb (mentions c (Yes (fst pe))) in
  existsb (belongs s) (seq 0 n) && existsb (fun v => negb (belongs s v)) (seq 0 n)
    && (length (filter omitted (numbered edges)) <=? 1).

(** [c] mentions the negations of three edges at [v]. A cycle takes two of the edges at [v]. *)
Definition is_degree (edges : list (nat * nat)) (c : clause) (v : nat) : bool :=
  let negated pe :=
    ((fst (snd pe) =? v) || (snd (snd pe) =? v)) && mentions c (No (fst pe)) in
  3 <=? length (filter negated (numbered edges)).

(** Every clause is about a degree or about the cut of one of the sets. The cut of a single vertex
    is about its degree. *)
Definition is_cut_formula (g : graph) (sets : list (list nat)) (f : formula) : bool :=
  let n := size g in
  let edges := edges_of g in
  let sets := map (fun v => [v]) (seq 0 n) ++ sets in
  forallb (fun c => existsb (is_cut n edges c) sets || existsb (is_degree edges c) (seq 0 n)) f.

(** * Refutations *)

(** A step of an LRAT proof: a number, a clause, and the numbers of the clauses that refute its
    negation by unit propagation. *)
Definition step := (positive * clause * list positive)%type.

Definition falsified (m : PositiveMap.t bool) (l : literal) : bool :=
  match PositiveMap.find (variable_of l) m, l with
  | Some value, Yes _ => negb value
  | Some value, No _ => value
  | None, _ => false
  end.

Definition make (value : bool) (l : literal) (m : PositiveMap.t bool) : PositiveMap.t bool :=
  match l with
  | Yes p => PositiveMap.add p value m
  | No p => PositiveMap.add p (negb value) m
  end.

(** True if the hints lead to a clause without true or unassigned literals. *)
Fixpoint propagates (known : PositiveMap.t clause) (m : PositiveMap.t bool) (hints : list positive)
  : bool :=
  match hints with
  | [] => false
  | hint :: rest =>
      match PositiveMap.find hint known with
      | None => false
      | Some c =>
          match filter (fun l => negb (falsified m l)) c with
          | [] => true
          | [l] => propagates known (make true l m) rest
          | _ => false
          end
      end
  end.

(** True if the steps derive the empty clause. *)
Fixpoint derives (known : PositiveMap.t clause) (steps : list step) : bool :=
  match steps with
  | [] => false
  | (number, c, hints) :: rest =>
      let negation := fold_right (make false) (PositiveMap.empty bool) c in
      if propagates known negation hints then
        match c with [] => true | _ => derives (PositiveMap.add number c known) rest end
      else false
  end.

(** The clauses of a formula are numbered from 1. *)
Fixpoint known_from (number : positive) (f : formula) (known : PositiveMap.t clause)
  : PositiveMap.t clause :=
  match f with
  | [] => known
  | c :: rest => known_from (Pos.succ number) rest (PositiveMap.add number c known)
  end.

Definition refutes (f : formula) (steps : list step) : bool :=
  derives (known_from 1 f (PositiveMap.empty clause)) steps.

(** * The theorems

    [g] is a simple graph, and the fixed ends are vertices of it. *)

Definition Soundness : Prop := forall g k start finish a,
  simple g -> ends_exist g start finish ->
  satisfies a (textbook g k start finish) ->
  tour g k start finish (decode (size g) a).

Definition Completeness : Prop := forall g k start finish t,
  simple g -> ends_exist g start finish ->
  tour g k start finish t ->
  satisfies (encode (size g) t) (textbook g k start finish).

(** Models, restricted to the positional variables, and tours are in bijection. *)
Definition Decode_encode : Prop := forall g k start finish t,
  simple g -> ends_exist g start finish ->
  tour g k start finish t ->
  decode (size g) (encode (size g) t) = t.

Definition Encode_decode : Prop := forall g k start finish a p,
  simple g -> ends_exist g start finish ->
  satisfies a (textbook g k start finish) -> positional (size g) p ->
  encode (size g) (decode (size g) a) p = a p.

(** The formula has no other variables, and each has one meaning. *)
Definition Only_positional : Prop := forall g k start finish c l,
  simple g -> ends_exist g start finish ->
  In c (textbook g k start finish) -> In l c -> positional (size g) (variable_of l).

Definition Numbering : Prop := forall n p,
  positional n p ->
  exists i v, i < n /\ v < n /\ x n i v = p
    /\ forall j w, j < n -> w < n -> x n j w = p -> j = i /\ w = v.

(** Splitting keeps the models, up to the fresh variables. The fresh variables are those from [z]
    on. *)
Definition Split_sound : Prop := forall a z f,
  satisfies a (split z f) -> satisfies a f.

Definition Split_complete : Prop := forall a z f,
  (forall c l, In c f -> In l c -> (variable_of l < z)%positive) ->
  satisfies a f ->
  exists b, (forall p, (p < z)%positive -> b p = a p) /\ satisfies b (split z f).

(** The extension [b] is not unique: some model has two, which differ in a fresh variable. *)
Definition Split_not_unique : Prop := exists z f b1 b2,
  satisfies b1 (split z f) /\ satisfies b2 (split z f)
  /\ (forall p, (p < z)%positive -> b1 p = b2 p) /\ b1 z <> b2 z.

Definition Split_short : Prop := forall z f c,
  In c (split z f) -> length c <= 3.

Definition Split_header : Prop := forall z f,
  (forall c l, In c f -> In l c -> (variable_of l < z)%positive) ->
  forall c l, In c (split z f) -> In l c -> (variable_of l < after_all z f)%positive.

(** The split textbook formula. *)
Definition Soundness_split : Prop := forall g k start finish a,
  simple g -> ends_exist g start finish ->
  satisfies a (textbook_split g k start finish) ->
  tour g k start finish (decode (size g) a).

Definition Completeness_split : Prop := forall g k start finish t,
  simple g -> ends_exist g start finish ->
  tour g k start finish t ->
  exists a, satisfies a (textbook_split g k start finish) /\ decode (size g) a = t.

(** A file that the checker accepts is the formula. If it has no model, there is no tour; if a
    model is found, its decoding is a tour. *)
Definition File_is_formula : Prop := forall three g k start finish f,
  is_file three g k start finish f = true
  <-> f = if three then textbook_split g k start finish else textbook g k start finish.

Definition File_decides : Prop := forall three g k start finish f,
  simple g -> ends_exist g start finish ->
  is_file three g k start finish f = true ->
  (forall a, satisfies a f -> tour g k start finish (decode (size g) a))
  /\ ((forall a, ~ satisfies a f) -> forall t, ~ tour g k start finish t).

(** The squares of a board, and the edges of its graph. *)
Definition Squares : Prop := forall b,
  NoDup (squares b)
  /\ forall p, In p (squares b)
       <-> 1 <= fst p <= ranks b /\ 1 <= snd p <= files b /\ ~ In p (holes b).

Definition Knight_edges : Prop := forall b v w,
  edge (knight_graph b) v w
  <-> v < length (squares b) /\ w < length (squares b)
      /\ knight_move (nth v (squares b) (0, 0)) (nth w (squares b) (0, 0)) = true.

Definition Knight_simple : Prop := forall b,
  size (knight_graph b) = length (squares b)
  /\ undirected (knight_graph b)
  /\ (squares b <> [] -> simple (knight_graph b)).

Definition Edges_of_graph : Prop := forall n edges v w,
  edge (graph_of_edges n edges) v w
  <-> v < n /\ (In (v, w) edges \/ In (w, v) edges /\ v <> w).

Definition Arcs_of_graph : Prop := forall n arcs v w,
  edge (graph_of_arcs n arcs) v w <-> v < n /\ In (v, w) arcs.

Definition Graphs_simple : Prop := forall n edges,
  0 < n -> (forall v w, In (v, w) edges -> v < n /\ w < n /\ v <> w) ->
  simple (graph_of_edges n edges) /\ undirected (graph_of_edges n edges)
  /\ simple (graph_of_arcs n edges).

(** Colours. The parity of a step decides the colour; a closed tour has an even number of vertices,
    as many of each colour; in an open tour the numbers differ by one at most. *)
Definition Knight_colours : Prop := forall b,
  alternates (knight_graph b) (fun v => colour (nth v (squares b) (0, 0))).

Definition Colour_of_step : Prop := forall g c k start finish t i,
  alternates g c -> tour g k start finish t -> i < size g ->
  c (nth i t 0) = xorb (c (nth 0 t 0)) (Nat.odd i).

Definition Closed_even : Prop := forall g c start finish t,
  alternates g c -> tour g Closed start finish t -> Nat.even (size g) = true.

Definition Odd_boards : Prop := forall b start finish t,
  tour (knight_graph b) Closed start finish t -> Nat.even (length (squares b)) = true.

Definition Colours_balance : Prop := forall g c k start finish t,
  alternates g c -> tour g k start finish t ->
  let ones := length (filter c (seq 0 (size g))) in
  2 * ones <= size g + 1 /\ size g <= 2 * ones + 1 /\ (k = Closed -> 2 * ones = size g).

(** A closed tour leaves every set that contains a vertex and misses another. *)
Definition Tours_leave_sets : Prop := forall g start finish t (inside : nat -> bool) v w,
  tour g Closed start finish t ->
  v < size g -> inside v = true -> w < size g -> inside w = false ->
  exists i, i < size g /\ inside (nth i t 0) = true
    /\ inside (nth (follow (size g) i) t 0) = false.

(** The edges of the graph, each with one variable. *)
Definition Edges : Prop := forall g,
  simple g -> undirected g ->
  NoDup (edges_of g)
  /\ forall v w, In (v, w) (edges_of g) <-> edge g v w /\ v < w.

(** Every closed tour is a model of a formula of degrees and cuts. So without models, there is no
    closed tour. *)
Definition Tours_satisfy_cuts : Prop := forall g sets f start finish t,
  simple g -> undirected g ->
  is_cut_formula g sets f = true ->
  tour g Closed start finish t ->
  satisfies (cycle_model (edges_of g) t) f.

(** If the true edges join the vertices of [t] in this order, [t] is a closed tour. *)
Definition Single_cycle_is_tour : Prop := forall g a t,
  simple g -> undirected g -> 3 <= size g ->
  Permutation t (seq 0 (size g)) ->
  (forall i, i < size g -> exists p v w,
    In (p, (v, w)) (numbered (edges_of g)) /\ a p = true
    /\ (nth i t 0 = v /\ nth (follow (size g) i) t 0 = w
        \/ nth i t 0 = w /\ nth (follow (size g) i) t 0 = v)) ->
  tour g Closed None None t.

(** Refutations. *)
Definition Refutation : Prop := forall f steps,
  refutes f steps = true -> forall a, ~ satisfies a f.

(** The two complete checks. *)
Definition No_tour_by_textbook : Prop := forall three g k start finish f steps,
  simple g -> ends_exist g start finish ->
  is_file three g k start finish f = true -> refutes f steps = true ->
  forall t, ~ tour g k start finish t.

Definition No_tour_by_cuts : Prop := forall g sets f steps,
  simple g -> undirected g ->
  is_cut_formula g sets f = true -> refutes f steps = true ->
  forall start finish t, ~ tour g Closed start finish t.
