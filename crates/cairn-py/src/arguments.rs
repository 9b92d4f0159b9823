//! Numbers as arguments: out of range is a `ValueError` that says what would be right.

use std::ops::RangeInclusive;

use pyo3::Borrowed;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::bad_input;

fn whole(name: &str, range: RangeInclusive<u64>, given: &Bound<'_, PyAny>) -> PyResult<u64> {
    match given.extract() {
        Ok(number) if range.contains(&number) => Ok(number),
        Err(error) if error.is_instance_of::<PyTypeError>(given.py()) => Err(error),
        _ => Err(bad_input(format_args!(
            "{name}={given} does not fit: {name} is a whole number from {} to {}",
            range.start(),
            range.end()
        ))),
    }
}

macro_rules! arguments {
    ($($(#[$doc:meta])* $type:ident = $name:literal, $range:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $type(pub u64);

        impl FromPyObject<'_, '_> for $type {
            type Error = PyErr;

            fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
                whole($name, $range, &given).map($type)
            }
        }
    )*};
}

arguments! {
    /// What all chance follows from.
    Seed = "seed", 0..=u64::MAX;
    /// How many games a match has.
    Games = "games", 1..=1_000_000_000;
    /// How many games are played at a time.
    Jobs = "jobs", 1..=1024;
}
