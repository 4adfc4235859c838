(** Textbook: a model of the textbook formula is a tour, and a tour is a model.

    First the clauses are read as facts about steps and vertices: a [timetable]. This part knows
    the numbers of variables. Then a timetable is turned into a tour and back; this part knows no
    variables. *)

From Coq Require Import List Arith NArith PArith Bool Permutation Lia.
From Tours Require Import Statements.
Import ListNotations.

(** * Satisfaction of lists of clauses *)

Lemma satisfies_app a f h : satisfies a (f ++ h) <-> satisfies a f /\ satisfies a h.
Proof. unfold satisfies. setoid_rewrite in_app_iff. firstorder. Qed.

Lemma satisfies_nil a : satisfies a []. Proof. intros c []. Qed.

Lemma satisfies_cons a c f : satisfies a (c :: f) <-> satisfies_clause a c /\ satisfies a f.
Proof. unfold satisfies. split.
  - intros H. split; [apply H; now left | intros d Hd; apply H; now right].
  - intros [Hc Hf] d [<- | Hd]; auto.
Qed.

Lemma satisfies_flat_map {A} a (group : A -> formula) items :
  satisfies a (flat_map group items) <-> forall u, In u items -> satisfies a (group u).
Proof. unfold satisfies. setoid_rewrite in_flat_map. firstorder. Qed.

Lemma satisfies_map {A} a (clause_of : A -> clause) items :
  satisfies a (map clause_of items) <-> forall u, In u items -> satisfies_clause a (clause_of u).
Proof. unfold satisfies. setoid_rewrite in_map_iff. split.
  - intros H u Hu. apply H. now exists u.
  - intros H c [u [<- Hu]]. auto.
Qed.

Lemma satisfies_concat a groups :
  satisfies a (concat groups) <-> Forall (satisfies a) groups.
Proof. induction groups as [| f groups IH]; simpl.
  - split; auto using satisfies_nil.
  - rewrite satisfies_app, IH, Forall_cons_iff. reflexivity.
Qed.

Lemma satisfies_clause_cons a l c :
  satisfies_clause a (l :: c) <-> holds a l = true \/ satisfies_clause a c.
Proof. unfold satisfies_clause. simpl. split.
  - intros [m [[<- | Hm] H]]; eauto.
  - intros [H | [m [Hm H]]]; eauto.
Qed.

Lemma satisfies_clause_nil a : ~ satisfies_clause a []. Proof. intros [l [[] _]]. Qed.

Lemma satisfies_clause_yes {A} a (name : A -> variable) items :
  satisfies_clause a (map (fun u => Yes (name u)) items)
  <-> exists u, In u items /\ a (name u) = true.
Proof. unfold satisfies_clause. setoid_rewrite in_map_iff. split.
  - intros [l [[u [<- Hu]] H]]. eauto.
  - intros [u [Hu H]]. exists (Yes (name u)). split; eauto.
Qed.

Lemma satisfies_pairwise a (name : nat -> variable) count first :
  satisfies a (pairwise (map name (seq first count)))
  <-> forall i j, first <= i -> i < j -> j < first + count ->
        a (name i) = true -> a (name j) = true -> False.
Proof. revert first. induction count as [| count IH]; intros first; simpl.
  - split; [intros; lia | intros; apply satisfies_nil].
  - rewrite satisfies_app, IH, map_map, satisfies_map. split.
    + intros [Hfirst Hrest] i j Hi Hij Hj Ai Aj.
      destruct (Nat.eq_dec i first) as [-> | Hne].
      * assert (Hc : satisfies_clause a [No (name first); No (name j)])
          by (apply Hfirst, in_seq; lia).
        rewrite !satisfies_clause_cons in Hc. simpl in Hc. rewrite Ai, Aj in Hc.
        destruct Hc as [Hc | [Hc | Hc]]; try discriminate. now apply satisfies_clause_nil in Hc.
      * apply (Hrest i j); auto; lia.
    + intros H. split.
      * intros j Hj. apply in_seq in Hj. rewrite !satisfies_clause_cons. simpl.
        destruct (a (name first)) eqn:Ai; auto. destruct (a (name j)) eqn:Aj; auto.
        exfalso. apply (H first j); auto; lia.
      * intros i j Hi Hij Hj. apply H; lia.
Qed.

(** * Clauses as facts *)

(** [at_ i v]: at step [i] the tour is on vertex [v]. *)
Record timetable (g : graph) (k : kind) (start finish : option nat) (at_ : nat -> nat -> bool) :
  Prop := {
  somewhere : forall i, i < size g -> exists v, v < size g /\ at_ i v = true;
  one_place : forall i v w, i < size g -> v < w -> w < size g ->
    at_ i v = true -> at_ i w = true -> False;
  one_time : forall v i j, v < size g -> i < j -> j < size g ->
    at_ i v = true -> at_ j v = true -> False;
  moves_on : forall i j v, i < size g -> next k (size g) i = Some j -> v < size g ->
    at_ i v = true -> exists w, edge g v w /\ at_ j w = true;
  not_two : k = Closed -> size g <> 2;
  start_at : forall v, start = Some v -> at_ 0 v = true;
  finish_at : forall v, finish = Some v -> at_ (size g - 1) v = true
}.

Lemma satisfies_fixed a g i end_ :
  satisfies a (fixed g i end_) <-> forall v, end_ = Some v -> a (x (size g) i v) = true.
Proof. destruct end_ as [v |]; simpl.
  - rewrite satisfies_cons, satisfies_clause_cons. simpl. split.
    + intros [[H | H] _] w E; [| now apply satisfies_clause_nil in H].
      now injection E as <-.
    + intros H. split; auto using satisfies_nil.
  - split; [discriminate | intros; apply satisfies_nil].
Qed.

Lemma satisfies_moves a g k :
  satisfies a (moves g k)
  <-> forall i j v, i < size g -> next k (size g) i = Some j -> v < size g ->
        a (x (size g) i v) = true -> exists w, edge g v w /\ a (x (size g) j w) = true.
Proof. unfold moves. rewrite satisfies_flat_map. unfold moves_from. split.
  - intros H i j v Hi Hj Hv A. specialize (H i). rewrite Hj, satisfies_map in H.
    specialize (H ltac:(apply in_seq; lia) v ltac:(apply in_seq; lia)).
    rewrite satisfies_clause_cons in H. simpl in H. rewrite A in H.
    destruct H as [H | H]; [discriminate |].
    now apply (satisfies_clause_yes a (x (size g) j)) in H.
  - intros H i Hi. apply in_seq in Hi.
    destruct (next k (size g) i) as [j |] eqn:Hj; [| apply satisfies_nil].
    apply satisfies_map. intros v Hv. apply in_seq in Hv. rewrite satisfies_clause_cons. simpl.
    destruct (a (x (size g) i v)) eqn:A; auto. right.
    apply (satisfies_clause_yes a (x (size g) j)). apply (H i j v); auto; lia.
Qed.

Theorem satisfies_textbook a g k start finish :
  satisfies a (textbook g k start finish)
  <-> timetable g k start finish (fun i v => a (x (size g) i v)).
Proof. unfold textbook, textbook_groups. rewrite satisfies_concat, !Forall_cons_iff.
  unfold one_square_per_step, each_square_once, some_square_per_step.
  rewrite !satisfies_flat_map, satisfies_map, satisfies_moves, !satisfies_fixed.
  split.
  - intros (Hone & Hmoves & Honce & Hsome & Hsmall & Hstart & Hfinish & _).
    constructor; auto.
    + intros i Hi. specialize (Hsome i ltac:(apply in_seq; lia)).
      rewrite (satisfies_clause_yes a (x (size g) i)) in Hsome.
      destruct Hsome as [v [Hv A]]. apply in_seq in Hv. exists v. split; [lia | exact A].
    + intros i v w Hi Hvw Hw. specialize (Hone i ltac:(apply in_seq; lia)).
      rewrite (satisfies_pairwise a (x (size g) i)) in Hone. apply Hone; lia.
    + intros v i j Hv Hij Hj. specialize (Honce v ltac:(apply in_seq; lia)).
      rewrite (satisfies_pairwise a (fun i => x (size g) i v)) in Honce. apply Honce; lia.
    + intros -> H2. unfold too_small in Hsmall. apply Nat.eqb_eq in H2. rewrite H2 in Hsmall.
      apply satisfies_cons in Hsmall. now apply (satisfies_clause_nil a).
  - intros H. repeat split; try apply H.
    + intros i Hi. apply in_seq in Hi. apply (satisfies_pairwise a (x (size g) i)).
      intros v w _ Hvw Hw. apply (one_place _ _ _ _ _ H i v w); lia.
    + intros v Hv. apply in_seq in Hv. apply (satisfies_pairwise a (fun i => x (size g) i v)).
      intros i j _ Hij Hj. apply (one_time _ _ _ _ _ H v i j); lia.
    + intros i Hi. apply in_seq in Hi. apply (satisfies_clause_yes a (x (size g) i)).
      destruct (somewhere _ _ _ _ _ H i) as [v [Hv A]]; [lia |].
      exists v. split; [apply in_seq; lia | exact A].
    + unfold too_small. destruct k; [apply satisfies_nil |].
      destruct (size g =? 2) eqn:E; [| apply satisfies_nil].
      apply Nat.eqb_eq in E. exfalso. now apply (not_two _ _ _ _ _ H).
    + apply Forall_nil.
Qed.

(** * Timetables and tours *)

(** The vertex of a step, and the list of the vertices of all steps. *)
Definition place (n : nat) (at_ : nat -> nat -> bool) (i : nat) : nat :=
  match find (at_ i) (seq 0 n) with Some v => v | None => 0 end.

Definition read (n : nat) (at_ : nat -> nat -> bool) : list nat := map (place n at_) (seq 0 n).

Lemma read_length n at_ : length (read n at_) = n.
Proof. unfold read. now rewrite map_length, seq_length. Qed.

Lemma nth_map_seq (place_of : nat -> nat) n i :
  i < n -> nth i (map place_of (seq 0 n)) 0 = place_of i.
Proof. intros Hi. rewrite (nth_indep _ 0 (place_of 0)) by now rewrite map_length, seq_length.
  now rewrite map_nth, seq_nth.
Qed.

Lemma next_later k n i j : next k n i = Some j -> i < n -> j < n.
Proof. unfold next. destruct (S i <? n) eqn:E.
  - apply Nat.ltb_lt in E. intros [= <-]. lia.
  - destruct k; [discriminate | intros [= <-]; lia].
Qed.

Section Timetable.
  Variables (g : graph) (k : kind) (start finish : option nat) (at_ : nat -> nat -> bool).
  Hypothesis Hg : simple g.
  Hypothesis Hends : ends_exist g start finish.
  Hypothesis H : timetable g k start finish at_.
  Let n := size g.

  Lemma place_true i : i < n -> place n at_ i < n /\ at_ i (place n at_ i) = true.
  Proof. intros Hi. unfold place. destruct (find (at_ i) (seq 0 n)) as [v |] eqn:F.
    - apply find_some in F as [Hv A]. apply in_seq in Hv. split; [lia | exact A].
    - destruct (somewhere _ _ _ _ _ H i Hi) as [v [Hv A]].
      rewrite (find_none _ _ F v) in A; [discriminate | apply in_seq; unfold n; lia].
  Qed.

  Lemma place_only i v : i < n -> v < n -> at_ i v = true -> place n at_ i = v.
  Proof. intros Hi Hv A. destruct (place_true i Hi) as [Hp Ap].
    destruct (Nat.lt_trichotomy (place n at_ i) v) as [L | [E | L]]; auto; exfalso.
    - now apply (one_place _ _ _ _ _ H i (place n at_ i) v).
    - now apply (one_place _ _ _ _ _ H i v (place n at_ i)).
  Qed.

  Lemma place_injective i j : i < n -> j < n -> place n at_ i = place n at_ j -> i = j.
  Proof.
    intros Hi Hj E. destruct (place_true i Hi) as [Hv Ai]. destruct (place_true j Hj) as [_ Aj].
    rewrite <- E in Aj.
    destruct (Nat.lt_trichotomy i j) as [L | [? | L]]; auto; exfalso.
    - now apply (one_time _ _ _ _ _ H (place n at_ i) i j).
    - now apply (one_time _ _ _ _ _ H (place n at_ i) j i).
  Qed.

  Lemma place_moves i j : i < n -> next k n i = Some j -> edge g (place n at_ i) (place n at_ j).
  Proof. intros Hi Hj. destruct (place_true i Hi) as [Hv A].
    destruct (moves_on _ _ _ _ _ H i j _ Hi Hj Hv A) as [w [He Aw]].
    rewrite (place_only j w); auto.
    - now apply next_later in Hj.
    - now apply (proj2 Hg) in He.
  Qed.

  Lemma timetable_tour : tour g k start finish (read n at_).
  Proof. assert (Hpos : 0 < n) by apply Hg.
    constructor; fold n.
    - apply NoDup_Permutation_bis.
      + apply NoDup_nth with (d := 0). rewrite read_length. intros i j Hi Hj.
        unfold read. rewrite !nth_map_seq by assumption. now apply place_injective.
      + now rewrite read_length, seq_length.
      + intros v Hv. unfold read in Hv. apply in_map_iff in Hv as [i [<- Hi]].
        apply in_seq in Hi. apply in_seq. destruct (place_true i); lia.
    - intros i Hi. unfold read. rewrite !nth_map_seq by lia. apply place_moves; [lia |].
      unfold next. now apply Nat.ltb_lt in Hi as ->.
    - intros E. unfold read. rewrite !nth_map_seq by lia.
      assert (Hlast : next k n (n - 1) = Some 0).
      { unfold next. rewrite E. destruct (Nat.ltb_spec (S (n - 1)) n); [lia | reflexivity]. }
      assert (He : edge g (place n at_ (n - 1)) (place n at_ 0)) by (apply place_moves; auto; lia).
      split; auto.
      assert (n <> 1).
      { intros E1. apply (proj2 Hg) in He as [_ Hne]. apply Hne. now rewrite E1. }
      assert (n <> 2) by now apply (not_two _ _ _ _ _ H). lia.
    - intros v E. unfold read. rewrite nth_map_seq by assumption. apply place_only; trivial.
      + now apply Hends; left.
      + now apply (start_at _ _ _ _ _ H).
    - intros v E. unfold read. rewrite nth_map_seq by lia. apply place_only; [lia | |].
      + now apply Hends; right.
      + now apply (finish_at _ _ _ _ _ H).
  Qed.
End Timetable.

Section Tour.
  Variables (g : graph) (k : kind) (start finish : option nat) (t : list nat).
  Hypothesis Hg : simple g.
  Hypothesis H : tour g k start finish t.
  Let n := size g.

  Lemma tour_length : length t = n.
  Proof. rewrite (Permutation_length (visits_each_once _ _ _ _ _ H)). apply seq_length. Qed.

  Lemma tour_in v : In v t <-> v < n.
  Proof. split; intros Hv.
    - apply (Permutation_in _ (visits_each_once _ _ _ _ _ H)) in Hv. now apply in_seq in Hv.
    - apply (Permutation_in _ (Permutation_sym (visits_each_once _ _ _ _ _ H))), in_seq.
      unfold n in Hv. lia.
  Qed.

  Lemma tour_vertex i : i < n -> nth i t 0 < n.
  Proof. intros Hi. apply tour_in, nth_In. now rewrite tour_length. Qed.

  Lemma tour_injective i j : i < n -> j < n -> nth i t 0 = nth j t 0 -> i = j.
  Proof. intros Hi Hj. apply NoDup_nth; try (now rewrite tour_length).
    apply (Permutation_NoDup (Permutation_sym (visits_each_once _ _ _ _ _ H))), seq_NoDup.
  Qed.

  Lemma tour_moves i j : i < n -> next k n i = Some j -> edge g (nth i t 0) (nth j t 0).
  Proof. unfold next. intros Hi. destruct (S i <? n) eqn:E.
    - apply Nat.ltb_lt in E. intros [= <-]. now apply (follows_edges _ _ _ _ _ H).
    - apply Nat.ltb_ge in E. replace i with (n - 1) by lia.
      destruct k; [discriminate |]. intros [= <-]. now apply (returns _ _ _ _ _ H).
  Qed.

  (** Any timetable that agrees with the tour on its steps and vertices. *)
  Variable at_ : nat -> nat -> bool.
  Hypothesis Hat : forall i v, i < n -> v < n -> at_ i v = (nth i t 0 =? v).

  Lemma at_true i v : i < n -> v < n -> at_ i v = true <-> nth i t 0 = v.
  Proof. intros Hi Hv. now rewrite Hat, Nat.eqb_eq. Qed.

  Lemma at_step i v : i < n -> nth i t 0 = v -> at_ i v = true.
  Proof. intros Hi E. apply at_true; auto. rewrite <- E. now apply tour_vertex. Qed.

  Lemma tour_timetable : timetable g k start finish at_.
  Proof. pose proof (proj1 Hg). constructor; fold n.
    - intros i Hi. exists (nth i t 0). auto using tour_vertex, at_step.
    - intros i v w Hi Hvw Hw. rewrite !at_true; lia.
    - intros v i j Hv Hij Hj. rewrite !at_true by lia. intros Ai Aj.
      assert (i = j) by (apply tour_injective; lia || congruence). lia.
    - intros i j v Hi Hj Hv A. apply at_true in A as <-; auto. exists (nth j t 0).
      split; [now apply tour_moves | apply at_step; auto; now apply next_later in Hj].
    - intros E E2. destruct (returns _ _ _ _ _ H E). unfold n in E2. lia.
    - intros v E. apply at_step; [exact H0 | now apply (starts _ _ _ _ _ H)].
    - intros v E. apply at_step; [unfold n; lia | now apply (finishes _ _ _ _ _ H)].
  Qed.

  Lemma read_tour : read n at_ = t.
  Proof. apply (nth_ext _ _ 0 0); rewrite read_length; [now rewrite tour_length |].
    intros i Hi. unfold read. rewrite nth_map_seq by assumption.
    apply (place_only g k start finish at_ tour_timetable); auto using tour_vertex, at_step.
  Qed.
End Tour.

(** * Numbers of variables *)

Lemma x_number n i v : Pos.to_nat (x n i v) = S (i * n + v). Proof. unfold x. lia. Qed.

Lemma step_and_vertex n i v : i < n -> v < n ->
  N.to_nat (Pos.pred_N (x n i v) / N.of_nat n) = i
  /\ N.to_nat (Pos.pred_N (x n i v) mod N.of_nat n) = v.
Proof. intros Hi Hv. unfold x. rewrite N.pos_pred_succ, N.add_comm, N.div_add, N.mod_add by lia.
  rewrite N.div_small, N.mod_small by lia. now rewrite N.add_0_l, !Nat2N.id.
Qed.

Lemma encode_x n t i v : i < n -> v < n -> encode n t (x n i v) = (nth i t 0 =? v).
Proof. intros. unfold encode. now destruct (step_and_vertex n i v) as [-> ->]. Qed.

Lemma positional_x n p : positional n p -> exists i v, i < n /\ v < n /\ p = x n i v.
Proof. unfold positional. intros Hp. assert (n <> 0) by (intros ->; lia).
  exists ((Pos.to_nat p - 1) / n), ((Pos.to_nat p - 1) mod n). repeat split.
  - apply Nat.div_lt_upper_bound; lia.
  - now apply Nat.mod_upper_bound.
  - apply Pos2Nat.inj. rewrite x_number.
    pose proof (Nat.div_mod (Pos.to_nat p - 1) n). lia.
Qed.

Lemma x_positional n i v : i < n -> v < n -> positional n (x n i v).
Proof. unfold positional. rewrite x_number. nia. Qed.

(** * The theorems *)

Section Theorems.
  Variables (g : graph) (k : kind) (start finish : option nat).
  Hypothesis Hg : simple g.
  Hypothesis Hends : ends_exist g start finish.
  Let n := size g.

  Lemma textbook_sound a :
    satisfies a (textbook g k start finish) -> tour g k start finish (decode n a).
  Proof. rewrite satisfies_textbook. now apply timetable_tour. Qed.

  Lemma textbook_complete t :
    tour g k start finish t -> satisfies (encode n t) (textbook g k start finish).
  Proof. intros H. apply satisfies_textbook. apply (tour_timetable _ _ _ _ t); auto.
    intros i v Hi Hv. now apply encode_x.
  Qed.

  (** A model with the positional variables of a tour decodes to this tour. *)
  Lemma decode_tour a t : tour g k start finish t ->
    (forall p, positional n p -> a p = encode n t p) -> decode n a = t.
  Proof. intros H E. apply (read_tour g k start finish t Hg H). fold n. intros i v Hi Hv.
    rewrite E; [now apply encode_x | now apply x_positional].
  Qed.

  Lemma encode_decode a p :
    satisfies a (textbook g k start finish) -> positional n p ->
    encode n (decode n a) p = a p.
  Proof. intros H Hp. apply satisfies_textbook in H. fold n in H.
    destruct (positional_x n p Hp) as (i & v & Hi & Hv & ->).
    rewrite encode_x by assumption.
    change (decode n a) with (read n (fun i v => a (x n i v))).
    unfold read. rewrite nth_map_seq by assumption.
    destruct (place_true g k start finish _ H i Hi) as [Hpl A]. fold n in Hpl, A.
    destruct (a (x n i v)) eqn:E.
    - apply Nat.eqb_eq. now apply (place_only g k start finish _ H).
    - apply Nat.eqb_neq. intros <-. congruence.
  Qed.
End Theorems.

(** Every variable of the formula is positional. *)
Lemma pairwise_in l c xs : In c (pairwise xs) -> In l c -> In (variable_of l) xs.
Proof. induction xs as [| y xs IH]; simpl; [easy |]. rewrite in_app_iff, in_map_iff.
  intros [[z [<- Hz]] | Hc] Hl.
  - destruct Hl as [<- | [<- | []]]; simpl; auto.
  - right. auto.
Qed.

Lemma textbook_positional g k start finish c l :
  simple g -> ends_exist g start finish ->
  In c (textbook g k start finish) -> In l c -> positional (size g) (variable_of l).
Proof. intros Hg Hends. pose proof (proj1 Hg) as Hpos.
  assert (Hseq : forall u, In u (seq 0 (size g)) -> u < size g)
    by (intros u Hu; apply in_seq in Hu; lia).
  assert (Hfixed : forall i end_, i < size g -> (forall v, end_ = Some v -> v < size g) ->
    In c (fixed g i end_) -> In l c -> positional (size g) (variable_of l)).
  { intros i [v |] Hi Hv Hc Hl; simpl in Hc; [| easy].
    destruct Hc as [<- | []], Hl as [<- | []]. apply x_positional; auto. }
  unfold textbook. simpl. rewrite app_nil_r, !in_app_iff.
  intros [Hc | [Hc | [Hc | [Hc | [Hc | [Hc | Hc]]]]]] Hl.
  - apply in_flat_map in Hc as [i [Hi Hc]]. apply (pairwise_in l) in Hc; auto.
    apply in_map_iff in Hc as [v [<- Hv]]. apply x_positional; auto.
  - apply in_flat_map in Hc as [i [Hi Hc]]. unfold moves_from in Hc.
    destruct (next k (size g) i) as [j |] eqn:E; [| easy].
    apply in_map_iff in Hc as [v [<- Hv]]. destruct Hl as [<- | Hl]; [apply x_positional; auto |].
    apply in_map_iff in Hl as [w [<- Hw]]. apply x_positional.
    + apply next_later in E; auto.
    + now apply (proj2 Hg v w).
  - apply in_flat_map in Hc as [i [Hi Hc]]. apply (pairwise_in l) in Hc; auto.
    apply in_map_iff in Hc as [v [<- Hv]]. apply x_positional; auto.
  - apply in_map_iff in Hc as [i [<- Hi]]. apply in_map_iff in Hl as [v [<- Hv]].
    apply x_positional; auto.
  - unfold too_small in Hc. destruct k, (size g =? 2); try easy. now destruct Hc as [<- | []].
  - apply (Hfixed 0 start); auto.
  - apply (Hfixed (size g - 1) finish); auto; lia.
Qed.
