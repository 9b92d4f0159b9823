//! Numbers on the command line.

use std::num::NonZero;
use std::ops::RangeInclusive;

use cairn_core::spec::parse_bytes;
use clap::{Arg, Command};

use crate::output::grouped;

/// A parser of whole numbers in this range.
pub fn whole<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
            let [low, high] = [range.start(), range.end()].map(|&number| grouped(number));
            format!("expected a whole number from {low} to {high}")
        })
    }
}

/// A seed: any number of 64 bits.
pub fn seed(text: &str) -> Result<u64, String> {
    whole(0..=u64::MAX)(text)
}

/// An unpredictable seed, from the random keys of the standard library's hash tables.
pub fn random_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0)
}

/// A number of threads.
pub fn jobs(text: &str) -> Result<NonZero<usize>, String> {
    let number: usize = whole(1..=10_000)(text)?;
    Ok(NonZero::new(number).expect("it is at least 1"))
}

/// How many threads to use: `jobs`, or by default one for each core.
pub fn threads(jobs: Option<NonZero<usize>>) -> usize {
    jobs.or(std::thread::available_parallelism().ok()).map_or(1, NonZero::get)
}

/// A number of seconds, perhaps with a fraction.
pub fn seconds(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|seconds| (0.0..=1e6).contains(seconds));
    number.ok_or_else(|| "expected a number of seconds from 0 to 1,000,000, such as 2.5".into())
}

/// The commands with options that accept a negative number as their value, so that the error is about
/// the number and not about an unknown option `-1`.
pub fn with_negative_numbers(command: Command) -> Command {
    let takes_value = |arg: &Arg| arg.get_action().takes_values();
    command
        .mut_args(|arg| if takes_value(&arg) { arg.allow_negative_numbers(true) } else { arg })
        .mut_subcommands(with_negative_numbers)
}

/// A number of bytes, like 64KiB.
pub fn bytes(text: &str) -> Result<u64, String> {
    parse_bytes(text).ok_or_else(|| "expected a size such as 64KiB, 16MiB or 50000 (bytes)".into())
}
