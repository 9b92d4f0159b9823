//! The command line: how its numbers are read, and what to say when it is wrong.

use std::error::Error;
use std::fmt;
use std::num::NonZero;
use std::ops::RangeInclusive;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};

use crate::output::grouped;

/// What would be right instead of a value, in words: `a whole number from 1 to 10`.
#[derive(Debug)]
pub struct Wanted(String);

impl Wanted {
    /// In words.
    pub fn new(what: &str) -> Self {
        Wanted(what.into())
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Wanted {}

/// A parser of whole numbers in this range.
pub fn whole<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, Wanted> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
            let [low, high] = [range.start(), range.end()].map(|&number| grouped(number));
            Wanted(format!("a whole number from {low} to {high}"))
        })
    }
}

/// A seed: any number that 64 bits hold.
pub fn seed(text: &str) -> Result<u64, Wanted> {
    whole(0..=u64::MAX)(text)
}

/// A seed that nobody can foresee, from the way the standard library seeds its hash tables.
pub fn random_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0)
}

/// How many threads.
pub fn jobs(text: &str) -> Result<NonZero<usize>, Wanted> {
    let number: usize = whole(1..=10_000)(text)?;
    Ok(NonZero::new(number).expect("it is at least 1"))
}

/// How many threads to play on: those asked for, or one for each core.
pub fn threads(jobs: Option<NonZero<usize>>) -> usize {
    jobs.or(std::thread::available_parallelism().ok()).map_or(1, NonZero::get)
}

/// Seconds, in full or in parts.
pub fn seconds(text: &str) -> Result<f64, Wanted> {
    let number = text.parse().ok().filter(|seconds| (0.0..=1e6).contains(seconds));
    number.ok_or_else(|| Wanted("a number of seconds from 0 to 1,000,000, such as 2.5".into()))
}

/// The same commands with options that take what looks like a negative number for their value: it is
/// then said what is wrong with the number, not that there is no such option.
pub fn with_negative_numbers(command: Command) -> Command {
    let takes_value = |arg: &Arg| arg.get_action().takes_values();
    command
        .mut_args(|arg| if takes_value(&arg) { arg.allow_negative_numbers(true) } else { arg })
        .mut_subcommands(with_negative_numbers)
}

/// The same commands with paragraphs in their help that fit any terminal: clap breaks long lines, but
/// does not join the short ones of a source file.
pub fn with_flowing_help(mut command: Command) -> Command {
    if let Some(help) = command.get_after_help().map(ToString::to_string) {
        command = command.after_help(flow(&help));
    }
    command.mut_subcommands(with_flowing_help)
}

/// Joins the lines of paragraphs; what is indented or empty stays a line.
fn flow(text: &str) -> String {
    let mut flowing = String::new();
    let mut joins = false;
    for line in text.lines() {
        let plain = !line.is_empty() && !line.starts_with(' ');
        if !flowing.is_empty() {
            flowing.push(if joins && plain { ' ' } else { '\n' });
        }
        flowing += line;
        joins = plain;
    }
    flowing
}

/// What is wrong with the command line, on one line that says what would be right. `root` is the
/// program, `words` what was typed behind its name.
pub fn explain(error: &clap::Error, mut root: Command, words: &[String]) -> String {
    root.build();
    let (command, name) = addressed(&root, words);
    let context = |kind| error.get(kind).map(text_of).unwrap_or_default();
    // Without the name of its value: `--jobs` of `--jobs <JOBS>`.
    let option = |kind| context(kind).split([' ', '=']).next().unwrap_or_default().to_owned();
    let invalid = option(ContextKind::InvalidArg);
    let value = context(ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::ValueValidation if !value.is_empty() => {
            let why = error.source().map(ToString::to_string).unwrap_or_default();
            match error.source().is_some_and(|source| source.is::<Wanted>()) {
                true => format!("{invalid} {value} does not fit: {invalid} is {why}"),
                false => format!("{invalid}: {why}"),
            }
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation if value.is_empty() => {
            format!("{invalid} needs a value: {}", about(command, &invalid))
        }
        ErrorKind::InvalidValue => {
            let wanted = context(ContextKind::ValidValue);
            format!("{invalid} {value} does not fit: {invalid} is one of {wanted}")
        }
        ErrorKind::TooManyValues => format!("{invalid} takes no value"),
        ErrorKind::UnknownArgument if context(ContextKind::InvalidArg).starts_with('-') => {
            let has = list(command.get_arguments().filter_map(Arg::get_long), "--");
            format!("{name} has no option '{invalid}': it has {has}")
        }
        ErrorKind::UnknownArgument => format!(
            "'{}' is one argument too many for {name}: put what has blanks in quotes",
            context(ContextKind::InvalidArg)
        ),
        ErrorKind::ArgumentConflict => match option(ContextKind::PriorArg) {
            prior if prior == invalid => format!("{invalid} is given twice: once is enough"),
            prior => format!("{invalid} and {prior} do not go together: give one of them"),
        },
        ErrorKind::InvalidSubcommand => {
            let wrong = context(ContextKind::InvalidSubcommand);
            format!("{name} has no command '{wrong}': it has {}", commands(command))
        }
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            format!("{name} needs a command: {}", commands(command))
        }
        ErrorKind::MissingRequiredArgument => {
            format!("{name} also needs {}: see '{name} --help'", context(ContextKind::InvalidArg))
        }
        // Whatever it is, its first line says it.
        _ => {
            let said = error.to_string();
            let line = said.lines().next().unwrap_or_default();
            format!("{}: see '{name} --help'", line.trim_start_matches("error: "))
        }
    }
}

/// The command that was asked for, and its whole name.
fn addressed<'a>(root: &'a Command, words: &[String]) -> (&'a Command, String) {
    let (mut command, mut name) = (root, root.get_name().to_owned());
    for word in words {
        let Some(next) = command.find_subcommand(word) else { break };
        command = next;
        name = format!("{name} {word}");
    }
    (command, name)
}

/// The help of an option, as part of a sentence.
fn about(command: &Command, option: &str) -> String {
    let named = |arg: &&Arg| arg.get_long() == Some(option.trim_start_matches("--"));
    let help = command.get_arguments().find(named).and_then(Arg::get_help);
    let help = help.map(ToString::to_string).unwrap_or_default();
    let mut letters = help.chars();
    letters.next().map_or(help.clone(), |first| first.to_lowercase().chain(letters).collect())
}

fn commands(command: &Command) -> String {
    list(command.get_subcommands().map(Command::get_name).filter(|&name| name != "help"), "")
}

fn list<'a>(names: impl Iterator<Item = &'a str>, before: &str) -> String {
    names.map(|name| format!("{before}{name}")).collect::<Vec<_>>().join(", ")
}

fn text_of(value: &ContextValue) -> String {
    match value {
        ContextValue::String(text) => text.clone(),
        ContextValue::Strings(texts) => texts.join(", "),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_flow_and_examples_stay() {
        let text = "Examples:\n  cairn a\n  cairn b\n\nOne line\nand more.\n  c\nEnd";
        let flowing = "Examples:\n  cairn a\n  cairn b\n\nOne line and more.\n  c\nEnd";
        assert_eq!(flow(text), flowing);
    }
}
