//! Mutations of inputs: of RON by its tokens, fields and lines, of anything else by its bytes.
//!
//! **Invariant:** a mutation depends on the inputs and the draws alone.

use std::collections::BTreeMap;
use std::ops::Range;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::ron::{Kind, Token, bytes, entry, tokens, value};

/// Numbers at the edges of what is counted in.
const NUMBERS: [&str; 30] = [
    "0",
    "1",
    "-1",
    "2",
    "3",
    "7",
    "9",
    "10",
    "50",
    "99",
    "100",
    "101",
    "127",
    "128",
    "-128",
    "255",
    "256",
    "400",
    "512",
    "1000",
    "9999",
    "32767",
    "-32768",
    "65535",
    "65536",
    "4294967295",
    "9223372036854775807",
    "-9223372036854775808",
    "99999999999999999999",
    "1.5",
];

/// Values of every kind.
const VALUES: [&str; 22] = [
    "\"\"",
    "\"x\"",
    "\"\\n\"",
    "\"\\u{1F600}\"",
    "\"\\0\"",
    "r#\"raw\"#",
    "'x'",
    "'é'",
    "[]",
    "{}",
    "()",
    "(0, 0)",
    "[(0, 0)]",
    "{\"a\": []}",
    "None",
    "Some(1)",
    "true",
    "false",
    "d6",
    "\"3d20+5\"",
    "-0",
    "// note\n1",
];

/// Bytes that mean something to a reader of text.
const BYTES: &[u8] = b"()[]{},:\"'\\/#-+.0 \n\r\t\0\xff\xc3";

/// How many mutations an input goes through at once.
const MOST_STEPS: usize = 4;
/// Deepest nesting that is wrapped around a value.
const MOST_NESTING: usize = 300;

/// What inputs of a target are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grammar {
    /// RON or something like it.
    Ron,
    /// A head and records of bytes.
    Records {
        /// Bytes of the head.
        head: usize,
        /// Bytes of a record.
        record: usize,
    },
}

/// Words of all inputs by kind, to put in the place of others.
#[derive(Debug, Default)]
pub struct Words(BTreeMap<Kind, Vec<Vec<u8>>>);

impl Words {
    /// Takes up the words of a text.
    pub fn learn(&mut self, text: &[u8]) {
        for token in tokens(text) {
            let word = text[token.range].to_vec();
            let known = self.0.entry(token.kind).or_default();
            // Texts and numbers of a battle's state are all alike after some thousands.
            if known.len() < 4000 && word.len() < 80 && !known.contains(&word) {
                known.push(word);
            }
        }
    }

    fn draw(&self, kind: Kind, rng: &mut ChaCha8Rng) -> &[u8] {
        let known = self.0.get(&kind).map_or(&[][..], Vec::as_slice);
        match known.len() {
            0 => b"",
            count => &known[rng.random_range(0..count)],
        }
    }
}

/// Changes an input; `other` is one to take pieces of.
pub fn mutate(
    input: &[u8],
    other: &[u8],
    grammar: Grammar,
    words: &Words,
    rng: &mut ChaCha8Rng,
) -> Vec<u8> {
    let mut data = input.to_vec();
    for _ in 0..rng.random_range(1..=MOST_STEPS) {
        match grammar {
            Grammar::Ron => match rng.random_range(0..10) {
                0 => by_line(&mut data, rng),
                1 => by_byte(&mut data, rng),
                _ => by_token(&mut data, other, words, rng),
            },
            Grammar::Records { head, record } => match rng.random_range(0..3) {
                0 => by_record(&mut data, other, (head, record), rng),
                1 => {
                    let at = any(0..data.len(), rng);
                    if let Some(byte) = data.get_mut(at) {
                        *byte = rng.random_range(0..=255);
                    }
                }
                _ => {
                    let more =
                        (0..record * rng.random_range(1..8)).map(|_| rng.random_range(0..=255_u8));
                    data.extend(more);
                }
            },
        }
    }
    data
}

/// Draws from a range that may be empty.
fn any(range: Range<usize>, rng: &mut ChaCha8Rng) -> usize {
    match range.is_empty() {
        true => range.start,
        false => rng.random_range(range),
    }
}

fn replace(data: &mut Vec<u8>, range: Range<usize>, with: &[u8]) {
    data.splice(range, with.iter().copied());
}

fn by_token(data: &mut Vec<u8>, other: &[u8], words: &Words, rng: &mut ChaCha8Rng) {
    let all = tokens(data);
    if all.is_empty() {
        data.extend_from_slice(b"()");
        return;
    }
    let at = rng.random_range(0..all.len());
    let token = &all[at];
    let whole = bytes(&all, value(&all, at));
    let part = bytes(&all, entry(&all, at));
    match rng.random_range(0..12) {
        0..=2 => {
            // The next number, since brackets and names are far more.
            let numbers = all[at..].iter().find(|token| token.kind == Kind::Number);
            if let Some(number) = numbers {
                let with = number_for(&data[number.range.clone()], words, rng);
                replace(data, number.range.clone(), &with);
            }
        }
        3..=4 => {
            let with = words.draw(token.kind, rng).to_vec();
            replace(data, token.range.clone(), &with);
        }
        5 => {
            let with = VALUES[rng.random_range(0..VALUES.len())];
            replace(data, whole, with.as_bytes());
        }
        6 => {
            let is_followed = data.get(part.end) == Some(&b',');
            replace(data, part.start..part.end + usize::from(is_followed), b"");
        }
        7 => {
            let mut twice = data[part.clone()].to_vec();
            twice.push(b',');
            replace(data, part.start..part.start, &twice);
        }
        8 => swap(data, &all, part, rng),
        9 => nest(data, whole, rng),
        _ => {
            let more = tokens(other);
            if more.is_empty() {
                return;
            }
            let from = rng.random_range(0..more.len());
            if rng.random_range(0..2) == 0 {
                replace(data, whole, &other[bytes(&more, value(&more, from))]);
            } else {
                let mut with = other[bytes(&more, entry(&more, from))].to_vec();
                with.push(b',');
                replace(data, part.start..part.start, &with);
            }
        }
    }
}

/// Returns a number at an edge, a near one, or one that stands elsewhere.
fn number_for(number: &[u8], words: &Words, rng: &mut ChaCha8Rng) -> Vec<u8> {
    let text = String::from_utf8_lossy(number);
    match (rng.random_range(0..3), text.parse::<i64>()) {
        (0, Ok(known)) => {
            let by = [-1, 1, known, known.wrapping_neg(), 10][rng.random_range(0..5)];
            known.wrapping_add(by).to_string().into_bytes()
        }
        (1, _) => words.draw(Kind::Number, rng).to_vec(),
        _ => NUMBERS[rng.random_range(0..NUMBERS.len())].into(),
    }
}

/// Lets an entry and another one of the text change places.
fn swap(data: &mut Vec<u8>, all: &[Token], part: Range<usize>, rng: &mut ChaCha8Rng) {
    let other = bytes(all, entry(all, rng.random_range(0..all.len())));
    let (first, last) = match part.start < other.start {
        true => (part, other),
        false => (other, part),
    };
    if first.end <= last.start {
        let [one, two] = [&first, &last].map(|range| data[range.clone()].to_vec());
        replace(data, last, &one);
        replace(data, first, &two);
    }
}

/// Puts a value in brackets, some or very many.
fn nest(data: &mut Vec<u8>, whole: Range<usize>, rng: &mut ChaCha8Rng) {
    let (open, close) =
        [("(", ")"), ("[", "]"), ("Some(", ")"), ("{0:", "}")][rng.random_range(0..4)];
    let times = match rng.random_range(0..8) {
        0 => rng.random_range(2..MOST_NESTING),
        _ => 1,
    };
    let mut with = open.repeat(times).into_bytes();
    with.extend_from_slice(&data[whole.clone()]);
    with.extend_from_slice(close.repeat(times).as_bytes());
    replace(data, whole, &with);
}

fn by_line(data: &mut Vec<u8>, rng: &mut ChaCha8Rng) {
    let mut lines: Vec<_> = data.split_inclusive(|&byte| byte == b'\n').collect();
    let at = any(0..lines.len(), rng);
    let other = any(0..lines.len(), rng);
    if lines.is_empty() {
        return;
    }
    match rng.random_range(0..4) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(other, lines[at]),
        2 => lines.swap(at, other),
        _ => drop(lines.drain(at.min(other)..at.max(other))),
    }
    *data = lines.concat();
}

fn by_byte(data: &mut Vec<u8>, rng: &mut ChaCha8Rng) {
    let at = any(0..data.len(), rng);
    let byte = BYTES[rng.random_range(0..BYTES.len())];
    match rng.random_range(0..5) {
        0 if !data.is_empty() => data[at] ^= 1 << rng.random_range(0..8),
        1 if !data.is_empty() => data[at] = byte,
        2 if !data.is_empty() => drop(data.remove(at)),
        3 => data.truncate(at),
        _ => data.insert(at, byte),
    }
}

fn by_record(
    data: &mut Vec<u8>,
    other: &[u8],
    (head, record): (usize, usize),
    rng: &mut ChaCha8Rng,
) {
    let count = |data: &[u8]| data.len().saturating_sub(head) / record;
    let place = |index: usize| head + index * record;
    let at = any(0..count(data), rng);
    let from = any(0..count(other), rng);
    let some = place(from)..place((from + rng.random_range(1..20)).min(count(other)));
    match rng.random_range(0..4) {
        0 if at < count(data) => drop(data.drain(place(at)..place(at + 1))),
        1 if at < count(data) => data.truncate(place(at)),
        2 if at < count(data) => replace(data, place(at)..place(at), &other[some]),
        _ if from < count(other) => data.extend_from_slice(&other[some]),
        _ => {}
    }
}
