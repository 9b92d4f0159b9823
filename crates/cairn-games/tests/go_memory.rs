//! What players of 9×9 Go take: the figures the project promises.

use cairn_core::mcts::Footprint;
use cairn_core::spec::Spec;
use cairn_games::go::Go9;

fn footprint(spec: &str) -> Footprint {
    let settings = Spec::parse(spec).unwrap().settings(&Go9::new()).unwrap();
    Footprint::new(&settings, &Go9::new()).unwrap()
}

#[test]
fn nodes_are_small() {
    for spec in ["uct:playouts=65535", "uctr:nodes=65534,playouts=65535"] {
        assert!(footprint(spec).top.1 <= 24, "{spec}: {:?}", footprint(spec));
    }
    for spec in ["grave:playouts=65535", "graver:nodes=65534,playouts=65535"] {
        assert!(footprint(spec).top.1 <= 352, "{spec}: {:?}", footprint(spec));
    }
    let graver2 = footprint("graver2:nodes=160,top=160,second=80");
    assert!(graver2.second.unwrap().1 <= 176, "a second level of 80 playouts counts in bytes");
    assert_eq!(footprint("hrave:playouts=10000").top.1, footprint("uct:playouts=10000").top.1);
}

#[test]
fn the_headline_player_fits_a_microcontroller() {
    let footprint = footprint("graver2:paper,nodes=160,top=160,second=80");
    assert_eq!((footprint.top.0, footprint.second.unwrap().0), (80, 80));
    assert!(footprint.bytes <= 52 << 10, "{footprint:?}");
}
