//! Best-first searches with an evaluation: small relatives of proof-number search.
//!
//! All three keep one tree, expand one leaf at each step and choose it by what the tree says. They
//! differ in what a node knows and which leaf is best ([`Method`]):
//!
//! | method | a node has | it expands | it is settled when |
//! | --- | --- | --- | --- |
//! | best-first minimax | its minimax value | the end of the principal variation | that is the end of the game |
//! | B* | an optimistic and a pessimistic value | below the best move, or its best rival | no move can be better than the best |
//! | conspiracy numbers | how many leaves must change to change its value | a leaf of the smallest conspiracy | only large conspiracies are left |
//!
//! Each needs a game of two players without chance that has an
//! [evaluation](crate::capabilities::Capabilities::evaluation). A line that repeats a position ends
//! there, as in [`proof`](crate::proof); a tree has one line to each node, so that is all there is to
//! it. When the tree is full, the search is done, and its best move is the best so far.
//!
//! `settings` and `plan` are as in [`mcts`](crate::mcts). `search` makes the steps, `rank` has the
//! formulas of each method, and `report` reads what was found.

mod plan;
mod rank;
mod report;
mod search;
mod settings;

pub use crate::proof::PlanError;
pub use report::MoveStats;
pub use search::{Search, bytes_needed};
pub use settings::{Method, Settings};
