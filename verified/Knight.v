(** Knight: the graph of a board has the knight's moves as edges; colours alternate along a tour. *)

From Coq Require Import List Arith Bool Permutation Lia.
From Tours Require Import Statements Textbook.
Import ListNotations.

(** * Lists *)

(** Rows without repetitions, whose items tell the row. *)
Lemma nodup_flat_map {A B} (key : B -> A) row l :
  (forall u, NoDup (row u)) -> (forall u e, In e (row u) -> key e = u) ->
  NoDup l -> NoDup (flat_map row l).
Proof. intros Hrow Hkey. induction 1 as [| u l Hu Hl IH]; simpl; [constructor |].
  generalize (Hrow u) (Hkey u). generalize (row u).
  induction l0 as [| e r IHr]; simpl; intros Hr Hk; auto.
  apply NoDup_cons_iff in Hr as [He Hr]. constructor; auto.
  rewrite in_app_iff. intros [H | H]; auto.
  apply in_flat_map in H as [w [Hw H]]. apply Hkey in H. rewrite Hk in H by auto. congruence.
Qed.

Lemma nth_map {A B} (f : A -> B) l i d e : i < length l -> nth i (map f l) d = f (nth i l e).
Proof. intros Hi. rewrite (nth_indep _ d (f e)) by now rewrite map_length. apply map_nth. Qed.

(** * Graphs from lists of edges *)

Lemma row_edge row n v w : edge (map row (seq 0 n)) v w <-> v < n /\ In w (row v).
Proof. unfold edge, successors. destruct (Nat.lt_ge_cases v n) as [Hv | Hv].
  - rewrite (nth_map _ _ _ _ 0), seq_nth by now rewrite ?seq_length. tauto.
  - rewrite nth_overflow by (rewrite map_length, seq_length; lia). simpl. intuition lia.
Qed.

Lemma graph_of_edges_edge n edges v w :
  edge (graph_of_edges n edges) v w <-> v < n /\ (In (v, w) edges \/ In (w, v) edges /\ v <> w).
Proof. unfold graph_of_edges. rewrite row_edge, in_flat_map. apply and_iff_compat_l. split.
  - intros [[a b] [He Hw]]. simpl in Hw.
    destruct (Nat.eqb_spec a v) as [-> | Ha]; [destruct Hw as [-> | []]; auto |].
    destruct (Nat.eqb_spec b v) as [-> | _]; [destruct Hw as [-> | []]; auto | easy].
  - intros [He | [He Hne]]; [exists (v, w) | exists (w, v)]; simpl; rewrite Nat.eqb_refl;
      [simpl; auto |]. apply not_eq_sym, Nat.eqb_neq in Hne. rewrite Hne. simpl. auto.
Qed.

Lemma graph_of_arcs_edge n arcs v w :
  edge (graph_of_arcs n arcs) v w <-> v < n /\ In (v, w) arcs.
Proof. unfold graph_of_arcs. rewrite row_edge, in_flat_map. apply and_iff_compat_l. split.
  - intros [[a b] [He Hw]]. simpl in Hw.
    destruct (Nat.eqb_spec a v) as [-> | _]; [now destruct Hw as [-> | []] | easy].
  - intros He. exists (v, w). simpl. rewrite Nat.eqb_refl. simpl. auto.
Qed.

Lemma graphs_simple : Graphs_simple.
Proof. intros n edges Hn He. unfold simple, undirected, size. setoid_rewrite graph_of_edges_edge.
  setoid_rewrite graph_of_arcs_edge. unfold graph_of_edges, graph_of_arcs.
  rewrite !map_length, seq_length. repeat split; auto;
    match goal with H : _ /\ _ |- _ => destruct H as [Hv H] end;
    repeat match goal with H : _ \/ _ |- _ => destruct H | H : _ /\ _ |- _ => destruct H end;
    match goal with H : In _ edges |- _ => pose proof (He _ _ H) as (? & ? & ?) end; auto.
Qed.

(** * Boards *)

Lemma same_pair_equal p q : same_pair p q = true <-> p = q.
Proof. destruct p, q. unfold same_pair. simpl. rewrite andb_true_iff, !Nat.eqb_eq.
  split; [intros [-> ->] | intros [= -> ->]]; auto.
Qed.

Lemma squares_in b p :
  In p (squares b)
  <-> 1 <= fst p <= ranks b /\ 1 <= snd p <= files b /\ ~ In p (holes b).
Proof. unfold squares, square. rewrite filter_In. destruct p as [r f].
  rewrite in_prod_iff, !in_seq, negb_true_iff. simpl.
  assert (E : is_hole b (r, f) = false <-> ~ In (r, f) (holes b)).
  { unfold is_hole. rewrite <- not_true_iff_false, existsb_exists. split; intros H C; apply H.
    - exists (r, f). split; auto. now apply same_pair_equal.
    - destruct C as [q [Hq E]]. now apply same_pair_equal in E as ->. }
  rewrite E. intuition lia.
Qed.

Lemma squares_nodup b : NoDup (squares b).
Proof. apply NoDup_filter.
  generalize (seq_NoDup (files b) 1). generalize (seq 1 (files b)). intros m Hm.
  assert (E : forall l : list nat, list_prod l m = flat_map (fun u => map (pair u) m) l)
    by (induction l as [| u l IH]; simpl; [| rewrite IH]; reflexivity).
  rewrite E. apply (nodup_flat_map fst); [| | apply seq_NoDup].
  - intros u. apply FinFun.Injective_map_NoDup; [congruence | exact Hm].
  - intros u e H. now apply in_map_iff in H as [y [<- _]].
Qed.

Lemma knight_move_sym p q : knight_move p q = knight_move q p.
Proof. unfold knight_move. assert (E : forall i j, distance i j = distance j i)
    by (intros; unfold distance; lia).
  now rewrite (E (fst p)), (E (snd p)).
Qed.

Lemma knight_move_colour p q : knight_move p q = true -> colour q = negb (colour p).
Proof. unfold knight_move, colour, distance. rewrite orb_true_iff, !andb_true_iff, !Nat.eqb_eq.
  intros H.
  assert (C : fst p + snd p + 1 = fst q + snd q \/ fst p + snd p + 3 = fst q + snd q
    \/ fst q + snd q + 1 = fst p + snd p \/ fst q + snd q + 3 = fst p + snd p) by lia.
  revert C. generalize (fst p + snd p) (fst q + snd q).
  intros a b [<- | [<- | [<- | <-]]]; rewrite Nat.odd_add; now destruct (Nat.odd _).
Qed.

Lemma knight_size b : size (knight_graph b) = length (squares b). Proof. apply map_length. Qed.

Lemma knight_edge b v w :
  edge (knight_graph b) v w
  <-> v < length (squares b) /\ w < length (squares b)
      /\ knight_move (nth v (squares b) (0, 0)) (nth w (squares b) (0, 0)) = true.
Proof. unfold edge, successors, knight_graph. set (s := squares b).
  destruct (Nat.lt_ge_cases v (length s)) as [Hv | Hv].
  - rewrite (nth_map _ _ _ _ (0, 0)), filter_In, in_seq by assumption. intuition lia.
  - rewrite nth_overflow by (rewrite map_length; lia). simpl. intuition lia.
Qed.

Lemma knight_undirected b : undirected (knight_graph b).
Proof. intros v w. rewrite !knight_edge, knight_move_sym. tauto. Qed.

Lemma knight_simple b : squares b <> [] -> simple (knight_graph b).
Proof. intros Hb. split.
  - rewrite knight_size. destruct (squares b); [easy | simpl; lia].
  - intros v w He. rewrite knight_size. apply knight_edge in He as (Hv & Hw & M). split; auto.
    intros <-. apply knight_move_colour in M. now destruct (colour _).
Qed.

(** * Colours *)

Section Colours.
  Variables (g : graph) (c : nat -> bool).
  Hypothesis Hc : alternates g c.
  Variables (k : kind) (start finish : option nat) (t : list nat).
  Hypothesis H : tour g k start finish t.
  Let n := size g.

  Lemma step_colour i : i < n -> c (nth i t 0) = xorb (c (nth 0 t 0)) (Nat.odd i).
  Proof. induction i as [| i IH]; intros Hi; [now rewrite xorb_false_r |].
    rewrite (Hc (nth i t 0)), IH, Nat.odd_succ, <- Nat.negb_odd by
      (lia || now apply (follows_edges _ _ _ _ _ H)).
    destruct (c (nth 0 t 0)), (Nat.odd i); reflexivity.
  Qed.

  Lemma closed_even : k = Closed -> Nat.even n = true.
  Proof. intros E. destruct (returns _ _ _ _ _ H E) as [Hn He]. fold n in Hn, He.
    apply Hc in He. rewrite (step_colour (n - 1)) in He by lia.
    replace n with (S (n - 1)) by lia. rewrite Nat.even_succ.
    destruct (c (nth 0 t 0)), (Nat.odd (n - 1)); auto.
  Qed.

  Lemma filter_permutation (l m : list nat) :
    Permutation l m -> length (filter c l) = length (filter c m).
  Proof. induction 1 as [| v l m _ IH | v w l | l m o _ IH1 _ IH2]; simpl; auto.
    - destruct (c v); simpl; auto.
    - destruct (c v), (c w); simpl; auto.
    - congruence.
  Qed.

  Lemma filter_steps l : forall first,
    (forall i, i < length l -> c (nth i l 0) = xorb first (Nat.odd i)) ->
    let ones := 2 * length (filter c l) in
    if first then length l <= ones <= length l + 1 else ones <= length l <= ones + 1.
  Proof. induction l as [| v l IH]; intros first E; [destruct first; simpl; lia |].
    assert (E0 : c v = first) by (rewrite <- (xorb_false_r first); apply (E 0); simpl; lia).
    assert (Erest : forall i, i < length l -> c (nth i l 0) = xorb (negb first) (Nat.odd i)).
    { intros i Hi. specialize (E (S i)). simpl in E.
      rewrite E, Nat.odd_succ, <- Nat.negb_odd by lia. now destruct first, (Nat.odd i). }
    apply IH in Erest. simpl filter. rewrite E0. destruct first; simpl in *; lia.
  Qed.

  Lemma colours_balance :
    2 * length (filter c (seq 0 n)) <= n + 1 /\ n <= 2 * length (filter c (seq 0 n)) + 1.
  Proof. rewrite <- (filter_permutation t) by apply (visits_each_once _ _ _ _ _ H).
    pose proof (filter_steps t (c (nth 0 t 0))) as E.
    rewrite (tour_length g k start finish t H) in E. specialize (E step_colour).
    destruct (c (nth 0 t 0)); simpl in E; unfold n; lia.
  Qed.

  Lemma closed_balance : k = Closed -> 2 * length (filter c (seq 0 n)) = n.
  Proof. intros E. apply closed_even, Nat.even_spec in E as [m E].
    pose proof colours_balance. lia.
  Qed.
End Colours.
