//! What players of 9×9 Go take: the figures the project promises.

use cairn_core::mcts::Footprint;
use cairn_core::spec::Spec;
use cairn_games::go::Go9;

fn footprint(spec: &str) -> Footprint {
    let settings = Spec::parse(spec).unwrap().mcts_settings(&Go9::new()).unwrap();
    Footprint::new(&settings, &Go9::new()).unwrap()
}

#[test]
fn nodes_are_small() {
    for spec in ["uct:playouts=65535", "uctr:nodes=65534,playouts=65535"] {
        assert!(footprint(spec).top.node_bytes <= 24, "{spec}: {:?}", footprint(spec));
    }
    for spec in ["grave:playouts=65535", "graver:nodes=65534,playouts=65535"] {
        assert!(footprint(spec).top.node_bytes <= 352, "{spec}: {:?}", footprint(spec));
    }
    let graver2 = footprint("graver2:nodes=160,top=160,second=80");
    assert!(
        graver2.second.unwrap().node_bytes <= 176,
        "a second level of 80 playouts counts in bytes"
    );
    assert_eq!(
        footprint("hrave:playouts=10000").top.node_bytes,
        footprint("uct:playouts=10000").top.node_bytes
    );
}

#[test]
fn the_headline_player_fits_a_microcontroller() {
    let footprint = footprint("graver2:paper,nodes=160,top=160,second=80");
    assert_eq!((footprint.top.nodes, footprint.second.unwrap().nodes), (80, 80));
    assert!(footprint.bytes <= 52 << 10, "{footprint:?}");
}
