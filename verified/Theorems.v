(** Theorems: every proposition of [Statements.v] holds. *)

From Coq Require Import List Arith NArith PArith Bool Lia.
From Tours Require Import Statements Textbook Split Checker Knight Refutation Cuts.
Import ListNotations.

Theorem soundness : Soundness. Proof. unfold Soundness. intros. now apply textbook_sound. Qed.

Theorem completeness : Completeness.
Proof. unfold Completeness. intros. now apply textbook_complete. Qed.

Theorem decode_of_encode : Decode_encode.
Proof. unfold Decode_encode. intros. now apply (decode_tour g k start finish). Qed.

Theorem encode_of_decode : Encode_decode.
Proof. unfold Encode_decode. intros. now apply (encode_decode g k start finish). Qed.

Theorem only_positional : Only_positional.
Proof. unfold Only_positional. intros. now apply (textbook_positional g k start finish c). Qed.

Theorem numbering : Numbering.
Proof. intros n p Hp. destruct (positional_x n p Hp) as (i & v & Hi & Hv & ->).
  exists i, v. do 3 (split; [auto |]). intros j w _ Hw E.
  apply (f_equal Pos.to_nat) in E. rewrite !x_number in E. apply (Nat.div_mod_unique n); lia.
Qed.

Theorem splitting_sound : Split_sound. Proof. intros a z f. apply split_sound. Qed.

Theorem splitting_complete : Split_complete.
Proof. intros a z f Hf. apply split_complete. intros c Hc l Hl. now apply (Hf c). Qed.

Theorem splitting_not_unique : Split_not_unique.
Proof.
  exists 5%positive, [[Yes 1; Yes 2; Yes 3; Yes 4]]%positive.
  exists (fun _ => true), (fun p => Pos.ltb p 5).
  repeat split; try (intros c [<- | [<- | []]];
    [exists (Yes 1%positive) | exists (Yes 3%positive)]; simpl; auto).
  - intros p Hp. symmetry. now apply Pos.ltb_lt.
  - discriminate.
Qed.

Theorem splitting_short : Split_short. Proof. intros z f. apply split_short. Qed.

Theorem splitting_header : Split_header.
Proof. intros z f Hf c l Hc Hl. apply (split_below f z) with c; auto.
  intros d Hd m Hm. now apply (Hf d).
Qed.

Lemma textbook_below g k start finish :
  simple g -> ends_exist g start finish ->
  forall c l, In c (textbook g k start finish) -> In l c ->
  (variable_of l < first_fresh (size g))%positive.
Proof. intros Hg Hends c l Hc Hl.
  pose proof (textbook_positional g k start finish c l Hg Hends Hc Hl) as Hp.
  unfold positional in Hp. unfold first_fresh. lia.
Qed.

Theorem soundness_split : Soundness_split.
Proof. intros g k start finish a Hg Hends H. apply split_sound in H. now apply soundness. Qed.

Theorem completeness_split : Completeness_split.
Proof. intros g k start finish t Hg Hends H.
  destruct (splitting_complete (encode (size g) t) (first_fresh (size g))
    (textbook g k start finish)) as [b [E Hb]].
  - now apply textbook_below.
  - now apply completeness.
  - exists b. split; auto. apply (decode_tour g k start finish); auto.
    intros p Hp. apply E. unfold positional in Hp. unfold first_fresh. lia.
Qed.

Theorem file_is_formula : File_is_formula.
Proof. unfold File_is_formula. intros. apply is_file_equal. Qed.

Theorem file_decides : File_decides.
Proof. intros three g k start finish f Hg Hends Hf. apply file_is_formula in Hf as ->. split.
  - intros a. destruct three; [now apply soundness_split | now apply soundness].
  - intros Hno t Ht. destruct three.
    + destruct (completeness_split g k start finish t Hg Hends Ht) as [a [Ha _]]. now apply (Hno a).
    + now apply (Hno (encode (size g) t)), completeness.
Qed.

Theorem squares_of_board : Squares.
Proof. intros b. split; [apply squares_nodup | apply squares_in]. Qed.

Theorem knight_edges : Knight_edges. Proof. intros b v w. apply knight_edge. Qed.

Theorem knight_graph_simple : Knight_simple.
Proof. intros b. auto using knight_size, knight_undirected, knight_simple. Qed.

Theorem edges_of_graph : Edges_of_graph.
Proof. unfold Edges_of_graph. intros. apply graph_of_edges_edge. Qed.

Theorem arcs_of_graph : Arcs_of_graph.
Proof. unfold Arcs_of_graph. intros. apply graph_of_arcs_edge. Qed.

Theorem graphs_are_simple : Graphs_simple.
Proof. exact graphs_simple. Qed.

Theorem knight_colours : Knight_colours.
Proof. intros b v w He. now apply knight_edge in He as (_ & _ & M); apply knight_move_colour. Qed.

Theorem colour_of_step : Colour_of_step.
Proof. unfold Colour_of_step. intros. now apply (step_colour g c H k start finish). Qed.

Theorem closed_tours_even : Closed_even.
Proof. unfold Closed_even. intros. now apply (closed_even g c H Closed start finish t). Qed.

Theorem odd_boards : Odd_boards.
Proof. intros b start finish t H. rewrite <- knight_size.
  apply (closed_tours_even _ _ start finish t (knight_colours b) H).
Qed.

Theorem balance_of_colours : Colours_balance.
Proof.
  intros g c k start finish t Hc H.
  repeat split; try now apply (colours_balance g c Hc k start finish t).
  now apply (closed_balance g c Hc k start finish t).
Qed.

Theorem tours_leave_sets : Tours_leave_sets.
Proof. unfold Tours_leave_sets. intros. now apply (tour_leaves g start finish t H inside v w). Qed.

Theorem edges : Edges.
Proof. intros g Hg Hu. split; [apply edges_of_nodup | intros v w; now apply edges_of_in]. Qed.

Theorem tours_satisfy_cuts : Tours_satisfy_cuts.
Proof. unfold Tours_satisfy_cuts. intros. now apply (cycle_satisfies g start finish t) with sets.
Qed.

Theorem single_cycle_is_tour : Single_cycle_is_tour.
Proof. exact single_cycle. Qed.

Theorem refutation : Refutation.
Proof. unfold Refutation. intros f steps H. now apply (refutes_correct f steps). Qed.

Theorem no_tour_by_textbook : No_tour_by_textbook.
Proof. intros three g k start finish f steps Hg Hends Hf Hno.
  apply (file_decides three g k start finish f); auto. now apply (refutation f steps).
Qed.

Theorem no_tour_by_cuts : No_tour_by_cuts.
Proof. intros g sets f steps Hg Hu Hf Hno start finish t H.
  apply (refutation f steps Hno (cycle_model (edges_of g) t)).
  now apply (tours_satisfy_cuts g sets f start finish t).
Qed.
