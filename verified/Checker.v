(** Checker: a file that [is_file] accepts has exactly the clauses of the textbook formula. *)

From Coq Require Import List Arith PArith Bool.
From Tours Require Import Statements.
Import ListNotations.

Lemma same_literal_equal l m : same_literal l m = true <-> l = m.
Proof. destruct l, m; simpl; rewrite ?Pos.eqb_eq; split; congruence. Qed.

Lemma same_clause_equal c : forall d, same_clause c d = true <-> c = d.
Proof. induction c as [| l c IH]; destruct d as [| m d]; simpl; try easy.
  destruct (same_literal l m) eqn:E.
  - apply same_literal_equal in E as ->. rewrite IH. split; congruence.
  - split; [easy |]. intros [= <- _]. now rewrite (proj2 (same_literal_equal l l)) in E.
Qed.

Lemma behind_app f : forall h rest, behind f h = Some rest <-> h = f ++ rest.
Proof. induction f as [| c f IH]; intros h rest; simpl; [split; congruence |].
  destruct h as [| d h]; [easy |].
  destruct (same_clause c d) eqn:E.
  - apply same_clause_equal in E as ->. rewrite IH. split; congruence.
  - split; [easy |]. intros [= <- _]. now rewrite (proj2 (same_clause_equal d d)) in E.
Qed.

Lemma is_formula_concat groups : forall h, is_formula groups h = true <-> h = concat groups.
Proof. induction groups as [| f groups IH]; intros h; simpl.
  - now destruct h.
  - destruct (behind f h) as [rest |] eqn:E.
    + apply behind_app in E as ->. rewrite IH. split; [congruence | apply app_inv_head].
    + split; [easy |]. intros ->. now rewrite (proj2 (behind_app f _ (concat groups)) eq_refl) in E.
Qed.

Lemma split_app f : forall z h, split z (f ++ h) = split z f ++ split (after_all z f) h.
Proof. induction f as [| c f IH]; intros z h; simpl; [easy |].
  now rewrite IH, app_assoc.
Qed.

Lemma split_groups_concat groups : forall z,
  concat (split_groups z groups) = split z (concat groups).
Proof. induction groups as [| f groups IH]; intros z; simpl; [easy |].
  now rewrite IH, split_app.
Qed.

Lemma is_file_equal three g k start finish h :
  is_file three g k start finish h = true
  <-> h = if three then textbook_split g k start finish else textbook g k start finish.
Proof. unfold is_file, file_groups, textbook_split, textbook. rewrite is_formula_concat.
  destruct three; now rewrite ?split_groups_concat.
Qed.
