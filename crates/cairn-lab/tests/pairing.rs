//! Pairings: the key under which results are kept.

use cairn_lab::{Conditions, Openings, Pairing, PairingError};

fn pairing(game: &str, a: &str, b: &str) -> Result<Pairing, PairingError> {
    Pairing::new(game, a, b, &Conditions { seed: 1, openings: Openings::Random(2) })
}

#[test]
fn a_pairing_is_explicit() {
    let pairing = pairing("tictactoe", "uct:playouts=50", "mc:playouts=20").unwrap();
    assert!(pairing.a.starts_with("uct:nodes=50,playouts=50,"), "{}", pairing.a);
    assert_eq!((pairing.openings.as_str(), pairing.players()), ("2", Ok(2)));
    let again = Pairing::new(&pairing.game, &pairing.a, &pairing.b, &pairing.conditions());
    assert_eq!(again.as_ref(), Ok(&pairing), "with every key written out, it stays as it is");
    assert_eq!(pairing.renewed().as_ref(), Ok(&pairing));
    let old = pairing.a.replace(",reuse=off", "").replace(",prior=off", "");
    assert_ne!(old, pairing.a);
    assert_eq!(Pairing { a: old, ..pairing.clone() }.renewed().as_ref(), Ok(&pairing));
}

#[test]
fn clocks_cannot_be_replayed() {
    let replayable = |a| pairing("tictactoe", a, "mc:playouts=2").unwrap().is_replayable();
    assert!(replayable("uct:playouts=50"));
    assert!(!replayable("uct:nodes=50,time=1ms"));
}

#[test]
fn a_wrong_pairing_is_an_error() {
    let error = |game, a| pairing(game, a, "mc:playouts=2").unwrap_err().to_string();
    assert!(error("shogi", "uct").starts_with("no game is called 'shogi'"));
    assert!(error("tictactoe", "uct:depth=3").starts_with("agent uct:depth=3: "));
}
