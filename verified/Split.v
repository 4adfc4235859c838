(** Split: splitting to three literals keeps the models of the original variables.

    A model of the split formula satisfies the original formula. A model of the original formula
    extends to the fresh variables. The extension is not unique: [split_not_unique] shows two
    extensions of one model. *)

From Coq Require Import List Arith NArith PArith Bool Lia.
From Tours Require Import Statements Textbook.
Import ListNotations.
Open Scope positive_scope.

(** Every variable of the clause is less than [z]. *)
Definition below (z : variable) (c : clause) : Prop := forall l, In l c -> variable_of l < z.

Definition agree_below (z : variable) (a b : assignment) : Prop := forall p, p < z -> b p = a p.

(** * Soundness *)

Lemma chain_sound a c : forall z, satisfies a (chain z c) -> a z = true -> satisfies_clause a c.
Proof. assert (Hlast : forall z d, satisfies a [No z :: d] -> a z = true -> satisfies_clause a d).
  { intros z d H A. apply satisfies_cons in H as [H _]. apply satisfies_clause_cons in H.
    simpl in H. rewrite A in H. now destruct H. }
  induction c as [| l rest IH]; intros z H A; [now apply (Hlast z) |].
  destruct rest as [| m [| o rest]]; try now apply (Hlast z).
  change (chain z (l :: m :: o :: rest))
    with ([No z; l; Yes (Pos.succ z)] :: chain (Pos.succ z) (m :: o :: rest)) in H.
  apply satisfies_cons in H as [Hc H]. apply satisfies_clause_cons.
  rewrite !satisfies_clause_cons in Hc. simpl in Hc. rewrite A in Hc.
  destruct Hc as [Hc | [Hc | [Hc | Hc]]]; [discriminate | now left | |].
  - right. now apply (IH (Pos.succ z)).
  - now apply satisfies_clause_nil in Hc.
Qed.

Lemma split_clause_sound a z c : satisfies a (split_clause z c) -> satisfies_clause a c.
Proof. assert (Hshort : satisfies a [c] -> satisfies_clause a c)
    by (rewrite satisfies_cons; now intros []).
  destruct c as [| l [| m [| o [| q rest]]]]; try exact Hshort. clear Hshort.
  change (split_clause z (l :: m :: o :: q :: rest))
    with ([l; m; Yes z] :: chain z (o :: q :: rest)).
  rewrite satisfies_cons, !satisfies_clause_cons. simpl (holds a (Yes z)).
  intros [[H | [H | [H | H]]] Hchain]; auto.
  - right. right. rewrite <- !satisfies_clause_cons. now apply (chain_sound a _ z).
  - now apply satisfies_clause_nil in H.
Qed.

Lemma split_sound a f : forall z, satisfies a (split z f) -> satisfies a f.
Proof. induction f as [| c f IH]; intros z; simpl; [auto |].
  rewrite satisfies_app, satisfies_cons. intros [Hc Hf].
  split; [now apply split_clause_sound in Hc | now apply IH in Hf].
Qed.

(** * Completeness *)

Lemma agree_clause z a b c :
  agree_below z a b -> below z c -> satisfies_clause a c -> satisfies_clause b c.
Proof. intros E Hc [l [Hl H]]. exists l. split; auto. rewrite <- H.
  specialize (Hc l Hl). destruct l; simpl in *; now rewrite E.
Qed.

Lemma agree_trans z y a b c :
  z <= y -> agree_below z a b -> agree_below y b c -> agree_below z a c.
Proof. intros L E1 E2 p Hp. rewrite E2 by lia. auto. Qed.

Definition update (a : assignment) (z : variable) (value : bool) : assignment :=
  fun p => if p =? z then value else a p.

Lemma update_below a z value : agree_below z a (update a z value).
Proof. intros p Hp. unfold update. destruct (Pos.eqb_spec p z); [lia | reflexivity]. Qed.

Lemma update_here a z value : update a z value z = value.
Proof. unfold update. now rewrite Pos.eqb_refl. Qed.

(** The link [z] is true at most if the rest of the clause holds. *)
Lemma chain_complete c : forall z a,
  below z c -> (a z = true -> satisfies_clause a c) ->
  exists b, agree_below (Pos.succ z) a b /\ satisfies b (chain z c).
Proof. assert (Hlast : forall z a d, (a z = true -> satisfies_clause a d) ->
    exists b, agree_below (Pos.succ z) a b /\ satisfies b [No z :: d]).
  { intros z a d H. exists a. split; [now intros p _ |].
    apply satisfies_cons. split; [| apply satisfies_nil]. apply satisfies_clause_cons. simpl.
    destruct (a z); auto. }
  induction c as [| l rest IH]; intros z a Hc H; [now apply Hlast |].
  destruct rest as [| m [| o rest]]; try now apply Hlast.
  change (chain z (l :: m :: o :: rest))
    with ([No z; l; Yes (Pos.succ z)] :: chain (Pos.succ z) (m :: o :: rest)).
  set (tail := m :: o :: rest) in *.
  set (a1 := update a (Pos.succ z) (a z && negb (holds a l))).
  assert (E1 : agree_below (Pos.succ z) a a1) by apply update_below.
  assert (Htail : below z tail) by (intros k Hk; apply Hc; now right).
  destruct (IH (Pos.succ z) a1) as [b [E Hb]].
  - intros k Hk. specialize (Htail k Hk). lia.
  - unfold a1 at 1. rewrite update_here. intros Hz. apply andb_true_iff in Hz as [Az Al].
    apply (agree_clause z a); auto; [intros p Hp; apply E1; lia |].
    apply H, satisfies_clause_cons in Az as [Az | Az]; auto. now rewrite Az in Al.
  - exists b. split; [apply (agree_trans _ (Pos.succ (Pos.succ z)) _ a1); auto; lia |].
    apply satisfies_cons. split; auto. rewrite !satisfies_clause_cons. simpl.
    assert (Bz : b z = a z) by (rewrite E by lia; apply E1; lia).
    assert (Bl : holds b l = holds a l).
    { specialize (Hc l (or_introl eq_refl)).
      destruct l; simpl in *; rewrite E by lia; now rewrite E1 by lia. }
    assert (Bs : b (Pos.succ z) = a z && negb (holds a l))
      by (rewrite E by lia; apply update_here).
    rewrite Bz, Bl, Bs. destruct (a z), (holds a l); simpl; auto.
Qed.

Lemma split_clause_complete c z a :
  below z c -> satisfies_clause a c ->
  exists b, agree_below z a b /\ satisfies b (split_clause z c).
Proof. intros Hc H.
  assert (Hshort : exists b, agree_below z a b /\ satisfies b [c]).
  { exists a. split; [now intros p _ | apply satisfies_cons; split; auto using satisfies_nil]. }
  destruct c as [| l [| m [| o [| q rest]]]]; auto. clear Hshort.
  change (split_clause z (l :: m :: o :: q :: rest))
    with ([l; m; Yes z] :: chain z (o :: q :: rest)).
  set (tail := o :: q :: rest) in *.
  set (a1 := update a z (negb (holds a l) && negb (holds a m))).
  assert (E1 : agree_below z a a1) by apply update_below.
  destruct (chain_complete tail z a1) as [b [E Hb]].
  - intros k Hk. apply Hc. now do 2 right.
  - unfold a1 at 1. rewrite update_here. intros Hz. apply andb_true_iff in Hz as [Al Am].
    apply (agree_clause z a); auto; [intros k Hk; apply Hc; now do 2 right |].
    rewrite !satisfies_clause_cons in H. destruct H as [H | [H | H]]; auto.
    + now rewrite H in Al.
    + now rewrite H in Am.
  - exists b. split; [apply (agree_trans _ (Pos.succ z) _ a1); auto; lia |].
    apply satisfies_cons. split; auto. rewrite !satisfies_clause_cons. simpl.
    assert (Bk : forall k, In k [l; m] -> holds b k = holds a k).
    { intros k Hk. assert (variable_of k < z) by (apply Hc; simpl in *; intuition).
      destruct k; simpl in *; rewrite E by lia; now rewrite E1 by lia. }
    rewrite !Bk by (simpl; auto). rewrite E by lia. unfold a1. rewrite update_here.
    destruct (holds a l), (holds a m); simpl; auto.
Qed.

(** * The fresh variables *)

Lemma after_number z c : Pos.to_nat (after z c) = (Pos.to_nat z + (length c - 3))%nat.
Proof. unfold after. induction (length c - 3)%nat as [| n IH]; simpl; lia. Qed.

Lemma below_le z y c : z <= y -> below z c -> below y c.
Proof. intros L H l Hl. specialize (H l Hl). lia. Qed.

Lemma below_cons z l c : below z (l :: c) <-> variable_of l < z /\ below z c.
Proof. unfold below. split.
  - intros H. split; intros; apply H; now (left + right).
  - intros [Hl Hc] k [<- | Hk]; auto.
Qed.

Lemma below_nil z : below z []. Proof. intros l []. Qed.

(** The clauses of [chain z c] use the variables from [z] to [z + (length c - 2)]. *)
Lemma chain_below c : forall z y, below z c -> (Pos.to_nat z + (length c - 2) < Pos.to_nat y)%nat ->
  forall d, In d (chain z c) -> below y d.
Proof. assert (Hlast : forall z y c, below z c -> (Pos.to_nat z < Pos.to_nat y)%nat ->
    forall d, In d [No z :: c] -> below y d).
  { intros z y c' Hc Hy d [<- | []]. apply below_cons. simpl. split; [lia |].
    apply (below_le z); auto; lia. }
  induction c as [| l rest IH]; intros z y Hc Hy; [apply Hlast; simpl in *; auto; lia |].
  destruct rest as [| m [| o rest]]; try (apply Hlast; simpl in *; auto; lia).
  change (chain z (l :: m :: o :: rest))
    with ([No z; l; Yes (Pos.succ z)] :: chain (Pos.succ z) (m :: o :: rest)).
  apply below_cons in Hc as [Hl Hrest].
  intros d [<- | Hd].
  - rewrite !below_cons. simpl in *. repeat split; try lia. apply below_nil.
  - apply (IH (Pos.succ z)); auto.
    + apply (below_le z); auto; lia.
    + simpl in *; lia.
Qed.

Lemma split_clause_below c z d :
  below z c -> In d (split_clause z c) -> below (after z c) d.
Proof. intros Hc.
  assert (Hshort : In d [c] -> below (after z c) d).
  { intros [<- | []]. pose proof (after_number z c). apply (below_le z); auto; lia. }
  pose proof (after_number z c) as Hafter.
  destruct c as [| l [| m [| o [| q rest]]]]; try exact Hshort. clear Hshort.
  change (split_clause z (l :: m :: o :: q :: rest))
    with ([l; m; Yes z] :: chain z (o :: q :: rest)).
  apply below_cons in Hc as [Hl Hc]. apply below_cons in Hc as [Hm Hc].
  set (y := after z _) in *. simpl in Hafter.
  intros [<- | Hd].
  - rewrite !below_cons. simpl. repeat split; try lia. apply below_nil.
  - apply (chain_below (o :: q :: rest) z y); auto. simpl. lia.
Qed.

Lemma split_complete f : forall z a,
  (forall c, In c f -> below z c) -> satisfies a f ->
  exists b, agree_below z a b /\ satisfies b (split z f).
Proof. induction f as [| c f IH]; intros z a Hf H.
  - exists a. split; [now intros p _ | apply satisfies_nil].
  - apply satisfies_cons in H as [Hc Hrest].
    assert (L : z <= after z c) by (pose proof (after_number z c); lia).
    destruct (split_clause_complete c z a) as [a1 [E1 H1]]; auto using in_eq.
    destruct (IH (after z c) a1) as [b [E Hb]].
    + intros d Hd. apply (below_le z); auto using in_cons.
    + intros d Hd. apply (agree_clause z a); auto using in_cons.
    + exists b. split; [now apply (agree_trans z (after z c) a a1) |].
      simpl. apply satisfies_app. split; auto.
      intros d Hd. apply (agree_clause (after z c) a1); auto.
      apply split_clause_below; auto using in_eq.
Qed.

(** Every variable of the split formula is less than [after_all z f]: the header is exact. *)
Lemma split_below f : forall z, (forall c, In c f -> below z c) ->
  forall d, In d (split z f) -> below (after_all z f) d.
Proof. assert (Hmono : forall f z, z <= after_all z f).
  { intros h. induction h as [| c h IH]; intros z; simpl; [lia |].
    specialize (IH (after z c)). pose proof (after_number z c). unfold after_all in *. simpl. lia. }
  induction f as [| c f IH]; intros z Hf d; simpl; [easy |].
  rewrite in_app_iff. intros [Hd | Hd].
  - apply (below_le (after z c)); [apply (Hmono f) |].
    apply split_clause_below; auto using in_eq.
  - apply (IH (after z c)); auto. intros e He. apply (below_le z); auto using in_cons.
    pose proof (after_number z c). lia.
Qed.

(** * Length *)

Lemma chain_short c : forall z d, In d (chain z c) -> (length d <= 3)%nat.
Proof. induction c as [| l rest IH]; intros z d.
  - intros [<- | []]. simpl. lia.
  - destruct rest as [| m [| o rest]]; try (intros [<- | []]; simpl; lia).
    change (chain z (l :: m :: o :: rest))
      with ([No z; l; Yes (Pos.succ z)] :: chain (Pos.succ z) (m :: o :: rest)).
    intros [<- | Hd]; [simpl; lia | now apply IH in Hd].
Qed.

Lemma split_short f : forall z d, In d (split z f) -> (length d <= 3)%nat.
Proof. induction f as [| c f IH]; intros z d; simpl; [easy |].
  rewrite in_app_iff. intros [Hd | Hd]; [| now apply IH in Hd].
  destruct c as [| l [| m [| o [| q rest]]]]; try (destruct Hd as [<- | []]; simpl; lia).
  destruct Hd as [<- | Hd]; [simpl; lia | now apply chain_short in Hd].
Qed.
