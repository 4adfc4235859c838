(** Extract: the definitions of [Statements.v] as OCaml, for [writer.ml].

    [ExtrOcamlBasic] maps booleans, lists, pairs and options to those of OCaml. Numbers stay those
    of Coq. *)

From Coq Require Extraction.
From Coq Require ExtrOcamlBasic.
From Tours Require Import Statements.

Extraction Language OCaml.
Extraction "tours.ml" file_groups file_end is_file size knight_graph squares graph_of_edges
  graph_of_arcs is_cut_formula refutes.
