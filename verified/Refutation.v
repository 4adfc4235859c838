(** Refutation: a formula from which the steps of a proof derive the empty clause has no model. *)

From Coq Require Import List PArith Bool FMapPositive.
From Tours Require Import Statements Textbook.
Import ListNotations.

(** The assignment [a] satisfies all known clauses. *)
Definition all_hold (a : assignment) (known : PositiveMap.t clause) : Prop :=
  forall number c, PositiveMap.find number known = Some c -> satisfies_clause a c.

(** The partial assignment [m] is a part of [a]. *)
Definition part_of (m : PositiveMap.t bool) (a : assignment) : Prop :=
  forall p value, PositiveMap.find p m = Some value -> a p = value.

Lemma find_add {A} p q (value : A) m :
  PositiveMap.find p (PositiveMap.add q value m)
  = if Pos.eqb p q then Some value else PositiveMap.find p m.
Proof.
  destruct (Pos.eqb_spec p q) as [-> | Hne]; [apply PositiveMap.gss | now apply PositiveMap.gso].
Qed.

Lemma part_make a value l m : part_of m a -> holds a l = value -> part_of (make value l m) a.
Proof. intros Hm <- p v. destruct l as [q | q]; simpl; rewrite find_add;
    destruct (Pos.eqb_spec p q) as [-> | _]; try apply Hm; intros [= <-]; auto.
  now rewrite negb_involutive.
Qed.

Lemma falsified_false a m l : part_of m a -> falsified m l = true -> holds a l = false.
Proof.
  intros Hm. unfold falsified.
  destruct (PositiveMap.find (variable_of l) m) as [v |] eqn:E; [| easy].
  apply Hm in E. destruct l; simpl in *; rewrite E; destruct v; easy.
Qed.

Lemma propagates_contradiction a known hints : forall m,
  all_hold a known -> part_of m a -> propagates known m hints = true -> False.
Proof. induction hints as [| hint hints IH]; intros m Hknown Hm; simpl; [easy |].
  destruct (PositiveMap.find hint known) as [c |] eqn:E; [| easy].
  apply Hknown in E as [l [Hl Al]].
  assert (Hin : In l (filter (fun l => negb (falsified m l)) c)).
  { apply filter_In. split; auto. destruct (falsified m l) eqn:F; auto.
    apply (falsified_false a) in F; auto. congruence. }
  destruct (filter _ c) as [| k [| k' rest]]; try easy.
  destruct Hin as [-> | []]. apply IH; auto. now apply part_make.
Qed.

Lemma satisfies_clause_dec a c :
  satisfies_clause a c \/ forall l, In l c -> holds a l = false.
Proof. destruct (existsb (holds a) c) eqn:E.
  - left. now apply existsb_exists in E.
  - right. intros l Hl. destruct (holds a l) eqn:A; auto.
    assert (existsb (holds a) c = true) by (apply existsb_exists; eauto). congruence.
Qed.

Lemma part_negation a c :
  (forall l, In l c -> holds a l = false) ->
  part_of (fold_right (make false) (PositiveMap.empty bool) c) a.
Proof. induction c as [| l c IH]; intros H.
  - intros p v E. simpl in E. now rewrite PositiveMap.gempty in E.
  - simpl. apply part_make; auto using in_eq, in_cons.
Qed.

Lemma all_hold_add a known number c :
  all_hold a known -> satisfies_clause a c -> all_hold a (PositiveMap.add number c known).
Proof. intros Hknown Hc p d. rewrite find_add.
  destruct (Pos.eqb p number); [intros [= <-]; auto | apply Hknown].
Qed.

Lemma derives_contradiction a steps : forall known,
  all_hold a known -> derives known steps = true -> False.
Proof. induction steps as [| [[number c] hints] steps IH]; intros known Hknown; simpl; [easy |].
  destruct (propagates known _ hints) eqn:E; [| easy].
  destruct (satisfies_clause_dec a c) as [Hc | Hc].
  - destruct c as [| l c]; [now apply satisfies_clause_nil in Hc |].
    apply IH. now apply all_hold_add.
  - exfalso. apply (propagates_contradiction a) in E; auto. now apply part_negation.
Qed.

Lemma known_from_hold a f : forall number known,
  satisfies a f -> all_hold a known -> all_hold a (known_from number f known).
Proof. induction f as [| c f IH]; intros number known Hf Hknown; simpl; auto.
  apply satisfies_cons in Hf as [Hc Hf]. apply IH; auto. now apply all_hold_add.
Qed.

Lemma refutes_correct f steps : refutes f steps = true -> forall a, ~ satisfies a f.
Proof. intros H a Ha. apply (derives_contradiction a) in H; auto.
  apply known_from_hold; auto. intros p c E. now rewrite PositiveMap.gempty in E.
Qed.
