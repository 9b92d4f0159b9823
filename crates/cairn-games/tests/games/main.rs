//! Each game against a naive implementation, its text, its rules and its published counts.
//!
//! One program: thirty would each be linked on their own.

#[macro_use] // `#[hot]`
extern crate cairn_macros;

mod common;
mod grids;
mod naive;

mod amazons;
mod atarigo;
mod awari;
mod chess;
mod chess_cozy;
mod chess_eval;
mod chess_text;
mod connect_four;
mod domineering;
mod draughts;
mod einstein;
mod evaluations;
mod go_against_naive;
mod go_boards;
mod go_choices;
mod go_conventions;
mod go_knowledge;
mod go_memory;
mod go_ownership;
mod go_record;
mod go_rules;
mod go_text;
mod havannah;
mod hex;
mod lines_of_action;
mod morris;
mod nogo;
mod othello;
mod point_sets;
mod race;
mod registry;
mod three_color_go;
mod tictactoe;
mod why_illegal;
