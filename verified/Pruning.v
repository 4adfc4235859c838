(** Pruning: an interface for encodings with facts about steps and vertices, and a second instance.

    An encoding is [faithful] if its models give the timetables of tours, and every tour has a
    model. By [faithful_decides], its models then decode to the tours.

    The second instance is the textbook formula without the variables that are false in every tour,
    such as those of steps with the wrong colour. [prune] omits their literals, and the clauses that
    their negations satisfy. *)

From Coq Require Import List Arith NArith PArith Bool Lia.
From Tours Require Import Statements Textbook Knight Theorems.
Import ListNotations.

(** * The interface *)

(** [fact a i v]: in the model [a], the tour is on vertex [v] at step [i]. *)
Definition faithful (g : graph) (k : kind) (start finish : option nat) (f : formula)
  (fact : assignment -> nat -> nat -> bool) : Prop :=
  (forall a, satisfies a f -> timetable g k start finish (fact a))
  /\ forall t, tour g k start finish t ->
       exists a, satisfies a f
         /\ forall i v, i < size g -> v < size g -> fact a i v = (nth i t 0 =? v).

Theorem faithful_decides g k start finish f fact :
  simple g -> ends_exist g start finish -> faithful g k start finish f fact ->
  (forall a, satisfies a f -> tour g k start finish (read (size g) (fact a)))
  /\ forall t, tour g k start finish t ->
       exists a, satisfies a f /\ read (size g) (fact a) = t.
Proof. intros Hg Hends [Hsound Hcomplete]. split.
  - intros a H. apply timetable_tour; auto.
  - intros t H. destruct (Hcomplete t H) as [a [Ha E]]. exists a. split; auto.
    now apply (read_tour g k start finish t Hg H).
Qed.

(** * The textbook formula and its split *)

Definition position (n : nat) (a : assignment) (i v : nat) : bool := a (x n i v).

Theorem textbook_faithful g k start finish :
  simple g -> ends_exist g start finish ->
  faithful g k start finish (textbook g k start finish) (position (size g)).
Proof. intros Hg Hends. split.
  - intros a. now rewrite satisfies_textbook.
  - intros t H. exists (encode (size g) t). split; [now apply completeness |].
    intros. now apply encode_x.
Qed.

(** Splitting adds variables that the facts do not use. *)
Theorem textbook_split_faithful g k start finish :
  simple g -> ends_exist g start finish ->
  faithful g k start finish (textbook_split g k start finish) (position (size g)).
Proof. intros Hg Hends. split.
  - intros a H. apply splitting_sound in H. now apply satisfies_textbook.
  - intros t H.
    destruct (splitting_complete (encode (size g) t) (first_fresh (size g))
      (textbook g k start finish)) as [b [E Hb]].
    + now apply textbook_below.
    + now apply completeness.
    + exists b. split; auto. intros i v Hi Hv. unfold position. rewrite E; [now apply encode_x |].
      pose proof (x_positional _ i v Hi Hv) as Hp. unfold positional in Hp. unfold first_fresh. lia.
Qed.

(** * Pruning *)

Definition alive (dead : variable -> bool) (l : literal) : bool :=
  match l with Yes p => negb (dead p) | No _ => true end.

(** False if the negation of a dead variable satisfies the clause. *)
Definition open_clause (dead : variable -> bool) (c : clause) : bool :=
  forallb (fun l => match l with Yes _ => true | No p => negb (dead p) end) c.

Definition prune (dead : variable -> bool) (f : formula) : formula :=
  map (filter (alive dead)) (filter (open_clause dead) f).

(** The assignment with all dead variables false. *)
Definition bury (dead : variable -> bool) (a : assignment) : assignment :=
  fun p => a p && negb (dead p).

Lemma alive_holds dead a c l :
  open_clause dead c = true -> In l c ->
  holds (bury dead a) l = alive dead l && holds a l.
Proof. unfold open_clause. rewrite forallb_forall. intros Hc Hl. specialize (Hc l Hl).
  unfold bury. destruct l as [p | p]; simpl in *; destruct (a p), (dead p); auto; discriminate.
Qed.

Theorem prune_models dead a f : satisfies a (prune dead f) <-> satisfies (bury dead a) f.
Proof. unfold prune. rewrite satisfies_map. split.
  - intros H c Hc. destruct (open_clause dead c) eqn:E.
    + destruct (H c) as [l [Hl A]]; [now apply filter_In |]. apply filter_In in Hl as [Hl L].
      exists l. split; auto. rewrite (alive_holds dead a c) by assumption. now rewrite L.
    + assert (S : existsb (fun l => match l with Yes _ => false | No p => dead p end) c = true).
      { clear -E. induction c as [| [p | p] c IH]; simpl in *; [discriminate | auto |].
        destruct (dead p); auto. }
      apply existsb_exists in S as [[p | p] [Hl D]]; [discriminate |].
      exists (No p). split; auto. simpl. unfold bury. rewrite D. now destruct (a p).
  - intros H c Hc. apply filter_In in Hc as [Hc E]. destruct (H c Hc) as [l [Hl A]].
    rewrite (alive_holds dead a c) in A by assumption. apply andb_true_iff in A as [L A].
    exists l. split; auto. now apply filter_In.
Qed.

(** Variables that are false in the assignment of every tour may be omitted. *)
Definition false_in_tours (g : graph) (k : kind) (start finish : option nat)
  (dead : variable -> bool) : Prop :=
  forall t i v, tour g k start finish t -> i < size g -> v < size g ->
    dead (x (size g) i v) = true -> nth i t 0 <> v.

Definition unless_dead (dead : variable -> bool) (n : nat) (a : assignment) (i v : nat) : bool :=
  position n (bury dead a) i v.

Theorem pruned_faithful g k start finish dead :
  simple g -> ends_exist g start finish -> false_in_tours g k start finish dead ->
  faithful g k start finish (prune dead (textbook g k start finish)) (unless_dead dead (size g)).
Proof. intros Hg Hends Hdead. split.
  - intros a H. apply prune_models in H. now apply satisfies_textbook in H.
  - intros t H. exists (encode (size g) t).
    assert (E : forall i v, i < size g -> v < size g ->
      unless_dead dead (size g) (encode (size g) t) i v = (nth i t 0 =? v)).
    { intros i v Hi Hv. unfold unless_dead, position, bury. rewrite encode_x by assumption.
      destruct (dead (x (size g) i v)) eqn:D; [| apply andb_true_r].
      apply (Hdead t) in D; auto. apply Nat.eqb_neq in D. now rewrite D. }
    split; auto. apply prune_models, satisfies_textbook.
    now apply (tour_timetable g k start finish t).
Qed.

(** * Windows *)

(** The variables of the steps and vertices that a window excludes. *)
Definition outside (n : nat) (window : nat -> nat -> bool) (p : variable) : bool :=
  negb (window (N.to_nat (Pos.pred_N p / N.of_nat n)) (N.to_nat (Pos.pred_N p mod N.of_nat n))).

Lemma outside_x n window i v :
  i < n -> v < n -> outside n window (x n i v) = negb (window i v).
Proof. intros Hi Hv. unfold outside. f_equal.
  now destruct (step_and_vertex n i v Hi Hv) as [-> ->].
Qed.

(** From a fixed start, the parity of a step decides the colour of its vertex. *)
Definition colour_window (c : nat -> bool) (first : nat) (i v : nat) : bool :=
  eqb (c v) (xorb (c first) (Nat.odd i)).

Theorem colour_window_faithful g k first finish c :
  simple g -> ends_exist g (Some first) finish -> alternates g c ->
  let dead := outside (size g) (colour_window c first) in
  faithful g k (Some first) finish (prune dead (textbook g k (Some first) finish))
    (unless_dead dead (size g)).
Proof. intros Hg Hends Hc dead. apply pruned_faithful; auto.
  intros t i v H Hi Hv D <-. unfold dead in D. rewrite outside_x in D by assumption.
  unfold colour_window in D. rewrite (step_colour g c Hc k (Some first) finish t H i Hi) in D.
  rewrite (starts _ _ _ _ _ H first eq_refl) in D. now rewrite eqb_reflx in D.
Qed.
