(** Cuts: a closed tour leaves and enters every proper set of vertices, so every closed tour is a
    model of a formula of degrees and cuts. *)

From Coq Require Import List Arith PArith Bool Permutation Lia.
From Tours Require Import Statements Textbook Checker Knight.
Import ListNotations.

Lemma follow_next n i : i < n -> next Closed n i = Some (follow n i).
Proof. unfold next, follow. now destruct (S i <? n). Qed.

Lemma follow_case n i : S i < n /\ follow n i = S i \/ n <= S i /\ follow n i = 0.
Proof. unfold follow. destruct (Nat.ltb_spec (S i) n); auto. Qed.

(** * Leaving a set *)

Lemma switch (inside : nat -> bool) d : forall i,
  inside i = true -> inside (i + d) = false ->
  exists j, i <= j < i + d /\ inside j = true /\ inside (S j) = false.
Proof. induction d as [| d IH]; intros i Hi Hd.
  - rewrite Nat.add_0_r in Hd. congruence.
  - destruct (inside (S i)) eqn:E.
    + destruct (IH (S i)) as [j [Hj H]]; auto; [now rewrite <- Nat.add_succ_comm in Hd |].
      exists j. split; [lia | exact H].
    + exists i. split; [lia | auto].
Qed.

Lemma leaves (inside : nat -> bool) n i j :
  i < n -> j < n -> inside i = true -> inside j = false ->
  exists k, k < n /\ inside k = true /\ inside (follow n k) = false.
Proof. assert (Hup : forall i j, i <= j -> j < n -> inside i = true -> inside j = false ->
    exists k, k < n /\ inside k = true /\ inside (follow n k) = false).
  { intros a b Hab Hb Ia Ib. replace b with (a + (b - a)) in Ib by lia.
    destruct (switch inside _ a Ia Ib) as [k [Hk [H1 H2]]].
    exists k. split; [lia |]. split; auto. destruct (follow_case n k) as [[_ ->] | ]; auto; lia. }
  intros Hi Hj Ii Ij. destruct (Nat.le_gt_cases i j) as [L | L]; [now apply (Hup i j) |].
  destruct (inside 0) eqn:I0; [apply (Hup 0 j); auto; lia |].
  destruct (inside (n - 1)) eqn:In; [| apply (Hup i (n - 1)); auto; lia].
  exists (n - 1). destruct (follow_case n (n - 1)) as [| [_ ->]]; [lia | auto with arith].
  split; [lia | auto].
Qed.

(** * Numbered edges *)

Lemma nodup_map_filter {A B} (f : A -> B) keep l :
  NoDup (map f l) -> NoDup (map f (filter keep l)).
Proof. induction l as [| u l IH]; simpl; auto. intros H. apply NoDup_cons_iff in H as [Hu Hl].
  destruct (keep u); simpl; auto. constructor; auto. contradict Hu.
  apply in_map_iff in Hu as [w [E Hw]]. apply filter_In in Hw as [Hw _].
  rewrite <- E. now apply in_map.
Qed.

Lemma numbered_edges edges : map snd (numbered edges) = edges.
Proof. unfold numbered. generalize 0.
  induction edges as [| e edges IH]; intros n; simpl; [easy |]. now rewrite IH.
Qed.

Lemma numbered_variables edges : NoDup (map fst (numbered edges)).
Proof. unfold numbered. generalize 0.
  induction edges as [| e edges IH]; intros n; simpl; [constructor | constructor]; [| apply IH].
  intros H. apply in_map_iff in H as [[p e'] [E H]]. apply in_combine_l in H.
  apply in_map_iff in H as [i [Ei Hi]]. apply in_seq in Hi. simpl in E. lia.
Qed.

Lemma numbered_same edges p e e' :
  In (p, e) (numbered edges) -> In (p, e') (numbered edges) -> e = e'.
Proof. generalize (numbered_variables edges). generalize (numbered edges).
  induction l as [| [q d] l IH]; simpl; [easy |]. rewrite NoDup_cons_iff. simpl.
  intros [Hq Hl] [E1 | H1] [E2 | H2]; auto; [congruence | |];
    exfalso; apply Hq, in_map_iff; [exists (p, e') | exists (p, e)]; simpl; split; congruence.
Qed.

Lemma cycle_model_takes edges t p e :
  In (p, e) (numbered edges) -> cycle_model edges t p = takes t e.
Proof. intros H. unfold cycle_model. apply eq_true_iff_eq. rewrite existsb_exists. split.
  - intros [[q e'] [H' E]]. simpl in E. apply andb_true_iff in E as [E T].
    apply Pos.eqb_eq in E as <-. now rewrite (numbered_same edges p e e').
  - intros T. exists (p, e). simpl. now rewrite Pos.eqb_refl.
Qed.

Lemma numbered_in edges e : In e edges -> exists p, In (p, e) (numbered edges).
Proof. rewrite <- (numbered_edges edges) at 1. intros H. apply in_map_iff in H as [[p e'] [<- H]].
  now exists p.
Qed.

Lemma mentions_in c l : mentions c l = true <-> In l c.
Proof. unfold mentions. rewrite existsb_exists. split.
  - intros [m [Hm E]]. now apply same_literal_equal in E as ->.
  - intros H. exists l. split; auto. now apply same_literal_equal.
Qed.

Lemma edges_of_in g v w :
  simple g -> In (v, w) (edges_of g) <-> edge g v w /\ v < w.
Proof. intros Hg. unfold edges_of. rewrite in_flat_map. split.
  - intros [u [Hu H]]. apply in_map_iff in H as [w' [[= -> ->] H]].
    apply filter_In in H as [_ H]. apply andb_true_iff in H as [L E].
    apply Nat.ltb_lt in L. apply existsb_exists in E as [w' [Hw E]].
    apply Nat.eqb_eq in E as ->. auto.
  - intros [E L]. pose proof (proj1 (proj2 Hg v w E)) as Hw. exists v.
    split; [apply in_seq; lia |]. apply in_map, filter_In. split; [apply in_seq; lia |].
    apply andb_true_iff. split; [now apply Nat.ltb_lt |].
    apply existsb_exists. exists w. split; [exact E | apply Nat.eqb_refl].
Qed.

Lemma edges_of_nodup g : NoDup (edges_of g).
Proof. apply (nodup_flat_map fst); [| | apply seq_NoDup].
  - intros v. apply FinFun.Injective_map_NoDup; [congruence | apply NoDup_filter, seq_NoDup].
  - intros v e H. now apply in_map_iff in H as [w [<- _]].
Qed.

(** * The cycle of a closed tour *)

Section Cycle.
  Variables (g : graph) (start finish : option nat) (t : list nat).
  Hypothesis Hg : simple g.
  Hypothesis Hu : undirected g.
  Hypothesis H : tour g Closed start finish t.
  Let n := size g.
  Let at_ i := nth i t 0.

  Lemma three : 3 <= n. Proof. now apply (returns _ _ _ _ _ H). Qed.

  Lemma tour_leaves (inside : nat -> bool) v w :
    v < n -> inside v = true -> w < n -> inside w = false ->
    exists i, i < n /\ inside (at_ i) = true /\ inside (at_ (follow n i)) = false.
  Proof. intros Hv Iv Hw Iw.
    assert (Hpos : forall u, u < n -> exists i, i < n /\ at_ i = u).
    { intros u Hlt. apply (tour_in g Closed start finish t H) in Hlt.
      apply (In_nth _ _ 0) in Hlt as [i [Hi E]].
      rewrite (tour_length g Closed start finish t H) in Hi. now exists i. }
    destruct (Hpos v Hv) as [i [Hi <-]]. destruct (Hpos w Hw) as [j [Hj <-]].
    now apply (leaves (fun i => inside (at_ i)) n i j).
  Qed.

  (** The edge of a step, the smaller end first. *)
  Let step_edge i : nat * nat :=
    if at_ i <? at_ (follow n i) then (at_ i, at_ (follow n i)) else (at_ (follow n i), at_ i).

  Lemma follow_lt i : i < n -> follow n i < n.
  Proof. intros Hi. destruct (follow_case n i); lia. Qed.

  Lemma step_edge_in i : i < n -> In (step_edge i) (edges_of g).
  Proof. intros Hi.
    assert (E : edge g (at_ i) (at_ (follow n i)))
      by (apply (tour_moves g Closed start finish t H); [exact Hi | now apply follow_next]).
    pose proof (proj2 (proj2 Hg _ _ E)) as Hne.
    unfold step_edge. destruct (at_ i <? at_ (follow n i)) eqn:L; apply edges_of_in; auto.
    - apply Nat.ltb_lt in L. auto.
    - apply Nat.ltb_ge in L. split; [now apply Hu | lia].
  Qed.

  Lemma takes_step e : takes t e = true <-> exists i, i < n /\
    ((at_ i = fst e /\ at_ (follow n i) = snd e) \/ (at_ i = snd e /\ at_ (follow n i) = fst e)).
  Proof. unfold takes. rewrite (tour_length g Closed start finish t H). fold n.
    rewrite existsb_exists. setoid_rewrite orb_true_iff. setoid_rewrite same_pair_equal.
    destruct e as [v w]. simpl. split; intros [i [Hi E]]; exists i.
    - apply in_seq in Hi. split; [lia |]. destruct E as [[= -> ->] | [= -> ->]]; auto.
    - split; [apply in_seq; lia |]. fold (at_ i) (at_ (follow n i)).
      destruct E as [[-> ->] | [-> ->]]; auto.
  Qed.

  Lemma step_edge_taken i : i < n -> takes t (step_edge i) = true.
  Proof. intros Hi. apply takes_step. exists i. split; auto. unfold step_edge.
    destruct (at_ i <? at_ (follow n i)); auto.
  Qed.

  Lemma position_equal i j : i < n -> j < n -> at_ i = at_ j -> i = j.
  Proof. apply (tour_injective g Closed start finish t H). Qed.

  (** Steps in opposite directions over a cut take different edges. *)
  Lemma step_edges_differ (inside : nat -> bool) i j :
    i < n -> j < n -> inside (at_ i) = true -> inside (at_ j) = false ->
    inside (at_ (follow n i)) = false -> inside (at_ (follow n j)) = true ->
    step_edge i <> step_edge j.
  Proof. intros Hi Hj Ii Ij Ifi Ifj E. pose proof three.
    pose proof (follow_lt i Hi). pose proof (follow_lt j Hj).
    assert (C : at_ i = at_ (follow n j) /\ at_ (follow n i) = at_ j).
    { unfold step_edge in E.
      destruct (at_ i <? at_ (follow n i)), (at_ j <? at_ (follow n j));
        injection E as E1 E2; split; congruence. }
    destruct C as [C1 C2]. apply position_equal in C1, C2; auto.
    destruct (follow_case n i), (follow_case n j); lia.
  Qed.

  Lemma cut_holds c s : is_cut n (edges_of g) c s = true ->
    satisfies_clause (cycle_model (edges_of g) t) c.
  Proof. unfold is_cut. rewrite !andb_true_iff, !existsb_exists.
    intros [[[v [Hv Iv]] [w [Hw Iw]]] Hone]. apply in_seq in Hv, Hw. apply negb_true_iff in Iw.
    apply Nat.leb_le in Hone.
    destruct (tour_leaves (belongs s) v w) as [i (Hi & Ii & Ifi)]; auto; try lia.
    destruct (tour_leaves (fun u => negb (belongs s u)) w v) as [j (Hj & Ij & Ifj)];
      rewrite ?Iv, ?Iw; auto; try lia.
    apply negb_true_iff in Ij. apply negb_false_iff in Ifj.
    destruct (numbered_in _ _ (step_edge_in i Hi)) as [p Hp].
    destruct (numbered_in _ _ (step_edge_in j Hj)) as [q Hq].
    assert (Hne := step_edges_differ (belongs s) i j Hi Hj Ii Ij Ifi Ifj).
    set (omitted := fun pe => _) in Hone.
    assert (Hcross : forall k, belongs s (at_ k) = negb (belongs s (at_ (follow n k))) ->
      xorb (belongs s (fst (step_edge k))) (belongs s (snd (step_edge k))) = true).
    { intros k E. unfold step_edge. destruct (at_ k <? at_ (follow n k)); simpl; rewrite E;
        now destruct (belongs s (at_ (follow n k))). }
    assert (Htrue : forall k r, k < n -> In (r, step_edge k) (numbered (edges_of g)) ->
      mentions c (Yes r) = true -> satisfies_clause (cycle_model (edges_of g) t) c).
    { intros k r Hk Hr M. apply mentions_in in M. exists (Yes r). split; auto. simpl.
      rewrite (cycle_model_takes _ _ _ _ Hr). now apply step_edge_taken. }
    destruct (mentions c (Yes p)) eqn:Mp; [now apply (Htrue i p) |].
    destruct (mentions c (Yes q)) eqn:Mq; [now apply (Htrue j q) |]. exfalso.
    assert (Op : In (p, step_edge i) (filter omitted (numbered (edges_of g)))).
    { apply filter_In. split; auto. unfold omitted. simpl fst. simpl snd.
      rewrite Mp, Hcross; auto. now rewrite Ii, Ifi. }
    assert (Oq : In (q, step_edge j) (filter omitted (numbered (edges_of g)))).
    { apply filter_In. split; auto. unfold omitted. simpl fst. simpl snd.
      rewrite Mq, Hcross; auto. now rewrite Ij, Ifj. }
    destruct (filter omitted _) as [| a [| b rest]]; simpl in Hone; try lia; [easy |].
    destruct Op as [Op | []], Oq as [Oq | []]. congruence.
  Qed.

  (** The step before: the position whose follower is [i]. *)
  Let before i := if i =? 0 then n - 1 else i - 1.

  Lemma before_follow i j : i < n -> j < n -> follow n j = i -> j = before i.
  Proof. intros Hi Hj. unfold before.
    destruct (follow_case n j), (Nat.eqb_spec i 0); lia.
  Qed.

  Lemma degree_holds c v : is_degree (edges_of g) c v = true ->
    satisfies_clause (cycle_model (edges_of g) t) c.
  Proof. unfold is_degree. set (negated := fun pe => _). intros Hthree. apply Nat.leb_le in Hthree.
    set (chosen := filter negated _) in *.
    destruct (existsb (fun pe => negb (takes t (snd pe))) chosen) eqn:Some.
    - apply existsb_exists in Some as [[p e] [Hpe T]]. apply filter_In in Hpe as [Hpe M].
      apply andb_true_iff in M as [_ M]. apply mentions_in in M. exists (No p). split; auto.
      simpl in *. now rewrite (cycle_model_takes _ _ _ _ Hpe).
    - exfalso.
      assert (All : forall pe, In pe chosen -> takes t (snd pe) = true).
      { intros pe Hpe. destruct (takes t (snd pe)) eqn:T; auto. exfalso.
        apply not_true_iff_false in Some. apply Some, existsb_exists. exists pe. now rewrite T. }
      assert (Hv : forall e, In e (map snd chosen) ->
        In e (edges_of g) /\ takes t e = true /\ (fst e = v \/ snd e = v)).
      { intros e He. apply in_map_iff in He as [pe [<- Hpe]]. split; [| split; [now apply All |]].
        - apply filter_In in Hpe as [Hpe _]. rewrite <- (numbered_edges (edges_of g)).
          now apply in_map.
        - apply filter_In in Hpe as [_ Hpe]. apply andb_true_iff in Hpe as [Hpe _].
          apply orb_true_iff in Hpe. now rewrite !Nat.eqb_eq in Hpe. }
      assert (Hsub : forall e, In e (map snd chosen) -> exists i, i < n /\ at_ i = v /\
        (e = step_edge i \/ e = step_edge (before i))).
      { intros e He. destruct (Hv e He) as (Hin & T & Hends). destruct e as [a b].
        apply edges_of_in in Hin as [_ L]; auto. apply takes_step in T as [i [Hi E]].
        simpl in *.
        assert (Es : (a, b) = step_edge i).
        { unfold step_edge. destruct E as [[-> ->] | [-> ->]].
          - now apply Nat.ltb_lt in L as ->.
          - now replace (b <? a) with false by (symmetry; apply Nat.ltb_ge; lia). }
        assert (C : at_ i = v \/ at_ (follow n i) = v) by intuition congruence.
        destruct C as [C | C]; [now exists i; auto |].
        exists (follow n i). split; [now apply follow_lt | split; auto]. right.
        rewrite <- (before_follow (follow n i) i); auto. now apply follow_lt. }
      assert (Hnodup : NoDup (map snd chosen))
        by (apply nodup_map_filter; rewrite numbered_edges; apply edges_of_nodup).
      destruct chosen as [| first rest] eqn:Ec; [simpl in Hthree; lia |].
      destruct (Hsub (snd first)) as (i & Hi & Ai & _); [now left |].
      assert (L := NoDup_incl_length (l' := [step_edge i; step_edge (before i)]) Hnodup).
      rewrite map_length in L. simpl in L, Hthree. enough (S (length rest) <= 2) by lia. apply L.
      intros e He. destruct (Hsub e He) as (j & Hj & Aj & E).
      assert (j = i) as -> by (apply position_equal; auto; congruence). simpl. intuition.
  Qed.

  Lemma cycle_satisfies sets f : is_cut_formula g sets f = true ->
    satisfies (cycle_model (edges_of g) t) f.
  Proof. unfold is_cut_formula. rewrite forallb_forall. intros Hf c Hc. specialize (Hf c Hc).
    apply orb_true_iff in Hf. rewrite !existsb_exists in Hf.
    destruct Hf as [[s [_ E]] | [v [_ E]]].
    - now apply cut_holds in E.
    - now apply degree_holds in E.
  Qed.
End Cycle.

(** * A single cycle of true edges *)

Lemma single_cycle : Single_cycle_is_tour.
Proof. intros g a t Hg Hu Hn Hp Hstep.
  assert (He : forall i, i < size g -> edge g (nth i t 0) (nth (follow (size g) i) t 0)).
  { intros i Hi. destruct (Hstep i Hi) as (p & v & w & Hin & _ & E).
    apply (in_map snd) in Hin. rewrite numbered_edges in Hin.
    apply (edges_of_in g) in Hin as [Hvw _]; auto.
    destruct E as [[-> ->] | [-> ->]]; [assumption | now apply Hu]. }
  constructor; auto; try discriminate.
  - intros i Hi. specialize (He i ltac:(lia)).
    destruct (follow_case (size g) i) as [[_ E] | ]; [now rewrite E in He | lia].
  - intros _. split; auto. specialize (He (size g - 1) ltac:(lia)).
    destruct (follow_case (size g) (size g - 1)) as [| [_ E]]; [lia | now rewrite E in He].
Qed.
