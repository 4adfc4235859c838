(** Knight: the graph of a board has the knight's moves as edges; colours alternate along a tour. *)

From Coq Require Import List Arith Bool Permutation Lia.
From Tours Require Import Statements Textbook.
Import ListNotations.

(** * Graphs from lists of edges *)

Lemma nth_map {A B} (f : A -> B) l i d e : i < length l -> nth i (map f l) d = f (nth i l e).
Proof. intros Hi. rewrite (nth_indep _ d (f e)) by now rewrite map_length. apply map_nth. Qed.

Lemma graph_of_edges_edge n edges v w :
  edge (graph_of_edges n edges) v w <-> v < n /\ (In (v, w) edges \/ In (w, v) edges /\ v <> w).
Proof.
  unfold edge, successors, graph_of_edges.
  destruct (Nat.lt_ge_cases v n) as [Hv | Hv].
  - rewrite (nth_map _ _ _ _ 0), seq_nth, in_flat_map by now rewrite ?seq_length.
    simpl. split.
    + intros [[a b] [He Hw]]. simpl in Hw. split; auto.
      destruct (a =? v) eqn:Ea; [| destruct (b =? v) eqn:Eb; [| easy]].
      * apply Nat.eqb_eq in Ea as ->. destruct Hw as [-> | []]. now left.
      * apply Nat.eqb_eq in Eb as ->. apply Nat.eqb_neq in Ea. destruct Hw as [-> | []]. auto.
    + intros [_ [He | [He Hne]]].
      * exists (v, w). simpl. rewrite Nat.eqb_refl. simpl. auto.
      * exists (w, v). simpl. apply not_eq_sym, Nat.eqb_neq in Hne. rewrite Hne, Nat.eqb_refl.
        simpl. auto.
  - rewrite nth_overflow by (rewrite map_length, seq_length; lia). simpl. intuition lia.
Qed.

(** * Boards *)

Lemma same_square_equal p q : same_square p q = true <-> p = q.
Proof.
  destruct p, q. unfold same_square. simpl. rewrite andb_true_iff, !Nat.eqb_eq.
  split; [intros [-> ->] | intros [= -> ->]]; auto.
Qed.

Lemma squares_in b p :
  In p (squares b)
  <-> 1 <= fst p <= ranks b /\ 1 <= snd p <= files b /\ ~ In p (holes b).
Proof.
  unfold squares, square. rewrite filter_In. destruct p as [r f].
  rewrite in_prod_iff, !in_seq, negb_true_iff. simpl.
  assert (E : is_hole b (r, f) = false <-> ~ In (r, f) (holes b)).
  { unfold is_hole. rewrite <- not_true_iff_false, existsb_exists. split; intros H C; apply H.
    - exists (r, f). split; auto. now apply same_square_equal.
    - destruct C as [q [Hq E]]. now apply same_square_equal in E as ->. }
  rewrite E. intuition lia.
Qed.

Lemma list_prod_nodup {A B} (l : list A) (m : list B) :
  NoDup l -> NoDup m -> NoDup (list_prod l m).
Proof.
  intros Hl Hm. induction Hl as [| u l Hu Hl IH]; simpl; [constructor |].
  induction Hm as [| w m Hw Hm IHm]; simpl; auto.
  assert (Hin : forall l', ~ In u l' -> forall p, In p (map (fun y => (u, y)) m) -> ~ In p (list_prod l' (w :: m))).
  { intros l' Hl' p Hp Hq. apply in_map_iff in Hp as [y [<- _]]. now apply in_prod_iff in Hq. }
  clear IHm. constructor.
  - rewrite in_app_iff, in_map_iff. intros [[y [[= ->] Hy]] | H]; [easy |].
    now apply in_prod_iff in H.
  - specialize (Hin l Hu). revert IH Hin. generalize (list_prod l (w :: m)). intros rest Hrest Hin.
    clear Hw Hl Hu. induction Hm as [| y m Hy Hm IHm]; simpl; auto. constructor.
    + rewrite in_app_iff, in_map_iff. intros [[y' [[= ->] Hy']] | H]; [easy |].
      now apply (Hin (u, y)); [left |].
    + apply IHm. intros p Hp. apply Hin. now right.
Qed.

Lemma squares_nodup b : NoDup (squares b).
Proof. apply NoDup_filter, list_prod_nodup; apply seq_NoDup. Qed.

Lemma knight_move_sym p q : knight_move p q = knight_move q p.
Proof.
  unfold knight_move. assert (E : forall i j, distance i j = distance j i)
    by (intros; unfold distance; lia).
  now rewrite (E (fst p)), (E (snd p)).
Qed.

Lemma knight_move_colour p q : knight_move p q = true -> colour q = negb (colour p).
Proof.
  unfold knight_move, colour, distance. rewrite orb_true_iff, !andb_true_iff, !Nat.eqb_eq.
  intros H.
  assert (E : (exists m, fst p + snd p + 1 + 2 * m = fst q + snd q)
              \/ exists m, fst q + snd q + 1 + 2 * m = fst p + snd p).
  { assert (C : fst p + snd p + 1 = fst q + snd q \/ fst p + snd p + 3 = fst q + snd q
      \/ fst q + snd q + 1 = fst p + snd p \/ fst q + snd q + 3 = fst p + snd p) by lia.
    destruct C as [C | [C | [C | C]]]; [left; exists 0 | left; exists 1 | right; exists 0 | right; exists 1];
      lia. }
  destruct E as [[m <-] | [m <-]];
    now rewrite Nat.odd_add_mul_2, Nat.add_1_r, Nat.odd_succ, <- Nat.negb_odd, ?negb_involutive.
Qed.

Lemma knight_size b : size (knight_graph b) = length (squares b).
Proof. apply map_length. Qed.

Lemma knight_edge b v w :
  edge (knight_graph b) v w
  <-> v < length (squares b) /\ w < length (squares b)
      /\ knight_move (nth v (squares b) (0, 0)) (nth w (squares b) (0, 0)) = true.
Proof.
  unfold edge, successors, knight_graph. set (s := squares b).
  destruct (Nat.lt_ge_cases v (length s)) as [Hv | Hv].
  - rewrite (nth_map _ _ _ _ (0, 0)), filter_In, in_seq by assumption. intuition lia.
  - rewrite nth_overflow by (rewrite map_length; lia). simpl. intuition lia.
Qed.

Lemma knight_undirected b : undirected (knight_graph b).
Proof. intros v w. rewrite !knight_edge, knight_move_sym. tauto. Qed.

Lemma knight_simple b : squares b <> [] -> simple (knight_graph b).
Proof.
  intros Hb. split.
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
  Proof.
    induction i as [| i IH]; intros Hi; [now rewrite xorb_false_r |].
    rewrite (Hc (nth i t 0)), IH, Nat.odd_succ, <- Nat.negb_odd by
      (lia || now apply (follows_edges _ _ _ _ _ H)).
    destruct (c (nth 0 t 0)), (Nat.odd i); reflexivity.
  Qed.

  Lemma closed_even : k = Closed -> Nat.even n = true.
  Proof.
    intros E. destruct (returns _ _ _ _ _ H E) as [Hn He]. fold n in Hn, He.
    apply Hc in He. rewrite (step_colour (n - 1)) in He by lia.
    replace n with (S (n - 1)) by lia. rewrite Nat.even_succ.
    destruct (c (nth 0 t 0)), (Nat.odd (n - 1)); auto.
  Qed.

  Lemma filter_permutation (l m : list nat) :
    Permutation l m -> length (filter c l) = length (filter c m).
  Proof.
    induction 1 as [| v l m _ IH | v w l | l m o _ IH1 _ IH2]; simpl; auto.
    - destruct (c v); simpl; auto.
    - destruct (c v), (c w); simpl; auto.
    - congruence.
  Qed.

  Lemma filter_steps l : forall first,
    (forall i, i < length l -> c (nth i l 0) = xorb first (Nat.odd i)) ->
    2 * length (filter c l) = length l + (if Nat.odd (length l) then if first then 1 else 0 else 0)
      - (if Nat.odd (length l) then if first then 0 else 1 else 0).
  Proof.
    induction l as [| v l IH]; intros first E; [easy |].
    assert (E0 : c v = first).
    { rewrite <- (xorb_false_r first). apply (E 0). simpl. lia. }
    assert (Erest : forall i, i < length l -> c (nth i l 0) = xorb (negb first) (Nat.odd i)).
    { intros i Hi. specialize (E (S i)). simpl in E. rewrite E by lia.
      rewrite Nat.odd_succ, <- Nat.negb_odd. now destruct first, (Nat.odd i). }
    apply IH in Erest. simpl filter. simpl length. rewrite E0, Nat.odd_succ, <- Nat.negb_odd.
    destruct first, (Nat.odd (length l)) eqn:O; simpl in *; try lia.
    destruct l; [discriminate | simpl in *; lia].
  Qed.

  Lemma colours_balance :
    2 * length (filter c (seq 0 n)) <= n + 1 /\ n <= 2 * length (filter c (seq 0 n)) + 1.
  Proof.
    rewrite <- (filter_permutation t) by apply (visits_each_once _ _ _ _ _ H).
    pose proof (filter_steps t (c (nth 0 t 0))) as E.
    rewrite (tour_length g k start finish t H) in E. fold n in E.
    rewrite E by apply step_colour.
    destruct (Nat.odd n) eqn:O, (c (nth 0 t 0)); try lia.
  Qed.

  Lemma closed_balance : k = Closed -> 2 * length (filter c (seq 0 n)) = n.
  Proof.
    intros E. apply closed_even in E.
    rewrite <- (filter_permutation t) by apply (visits_each_once _ _ _ _ _ H).
    rewrite (filter_steps t (c (nth 0 t 0))); rewrite (tour_length g k start finish t H); fold n.
    - rewrite <- Nat.negb_even, E. simpl. lia.
    - apply step_colour.
  Qed.
End Colours.
