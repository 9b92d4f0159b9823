//! The shapes of Go boards: what is looked up agrees with what is computed.

use cairn_games::bits::{PointSet, Points};
use cairn_games::goban::{AnySize, Geometry, Nine, SIZES, SmallSize};

#[test]
fn nine_is_any_size_nine() {
    let any = AnySize::new(9).unwrap();
    assert_eq!(Nine.points(), any.points());
    for i in 0..2 {
        assert_eq!(Nine.board().word(i), any.board().word(i));
        assert_eq!(Nine.edge().word(i), any.edge().word(i));
    }
    for point in 0..81 {
        assert!(Points(Nine.neighbours(point)).eq(Points(any.neighbours(point))));
    }
}

#[test]
fn neighbours_are_one_step_away() {
    for size in SIZES {
        let board = AnySize::new(size).unwrap();
        let mut edges = 0;
        for point in 0..size * size {
            let (row, column) = ((point / size) as isize, (point % size) as isize);
            for other in 0..size * size {
                let (r, c) = ((other / size) as isize, (other % size) as isize);
                let near = (row - r).abs() + (column - c).abs() == 1;
                assert_eq!(board.neighbours(point).contains(other), near);
            }
            let inside = board.neighbours(point).count() == 4;
            assert_eq!(board.edge().contains(point), !inside);
            edges += usize::from(!inside);
        }
        assert_eq!(edges, 4 * size - 4);
    }
    assert_eq!(AnySize::new(1), None);
    assert_eq!(AnySize::new(20), None);
}

#[test]
fn small_sizes_are_any_sizes() {
    for size in 2..=11 {
        let (small, any) = (SmallSize::new(size).unwrap(), AnySize::new(size).unwrap());
        for i in 0..2 {
            assert_eq!(small.board().word(i), any.board().word(i));
            assert_eq!(small.edge().word(i), any.edge().word(i));
            let (small, any) = (small.shape(), any.shape());
            assert_eq!(small.not_first_column.word(i), any.not_first_column.word(i));
            assert_eq!(small.not_last_column.word(i), any.not_last_column.word(i));
        }
        for point in 0..size * size {
            assert!(Points(small.neighbours(point)).eq(Points(any.neighbours(point))));
            assert_eq!(small.four_neighbours(point), any.four_neighbours(point));
        }
    }
    assert_eq!(SmallSize::new(1), None);
    assert_eq!(SmallSize::new(12), None);
}
