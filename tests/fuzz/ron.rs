//! RON as a row of tokens, however broken: what mutations take hold of.
//!
//! **Invariant:** any bytes give tokens in order that do not overlap.

use std::ops::Range;

/// Kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A name or key word.
    Word,
    /// A number.
    Number,
    /// A string or character, with its quotes.
    Quoted,
    /// An opening bracket.
    Open,
    /// A closing bracket.
    Close,
    /// A comma.
    Comma,
    /// A colon and whatever else there is.
    Other,
}

/// A token and its bytes.
#[derive(Clone, Debug)]
pub struct Token {
    /// Kind.
    pub kind: Kind,
    /// Bytes.
    pub range: Range<usize>,
}

/// Cuts a text into tokens; blanks and comments are none.
pub fn tokens(text: &[u8]) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let run = |is_in: fn(u8) -> bool| {
            let end = rest.iter().position(|&byte| !is_in(byte));
            end.unwrap_or(rest.len())
        };
        let (kind, length) = match rest[0] {
            byte if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'/' if rest.get(1) == Some(&b'/') => {
                at += run(|byte| byte != b'\n');
                continue;
            }
            b'(' | b'[' | b'{' => (Kind::Open, 1),
            b')' | b']' | b'}' => (Kind::Close, 1),
            b',' => (Kind::Comma, 1),
            quote @ (b'"' | b'\'') => (Kind::Quoted, quoted(rest, quote)),
            b'0'..=b'9' | b'-' | b'+' => (
                Kind::Number,
                run(|byte| byte.is_ascii_alphanumeric() || b".-+_".contains(&byte)),
            ),
            byte if byte.is_ascii_alphabetic() || byte == b'_' => (
                Kind::Word,
                run(|byte| byte.is_ascii_alphanumeric() || byte == b'_'),
            ),
            _ => (Kind::Other, 1),
        };
        let range = at..at + length;
        at = range.end;
        tokens.push(Token { kind, range });
    }
    tokens
}

/// Returns the length of what is in quotes; without an end it ends with its line.
fn quoted(rest: &[u8], quote: u8) -> usize {
    let mut is_escaped = false;
    for (at, &byte) in rest.iter().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'\n' if quote == b'\'' => return at,
            _ if byte == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// Returns the tokens of the value that begins with a token: up to the bracket that closes it.
pub fn value(tokens: &[Token], first: usize) -> Range<usize> {
    let is_open = |at: usize| tokens.get(at).is_some_and(|token| token.kind == Kind::Open);
    let mut at = match tokens[first].kind {
        Kind::Word if is_open(first + 1) => first + 1,
        _ => first,
    };
    let mut depth = 0_usize;
    loop {
        match tokens.get(at).map(|token| token.kind) {
            Some(Kind::Open) => depth += 1,
            Some(Kind::Close) => depth = depth.saturating_sub(1),
            Some(_) => {}
            None => return first..tokens.len(),
        }
        at += 1;
        if depth == 0 {
            return first..at;
        }
    }
}

/// Returns the tokens of the entry that a token is part of: a field, or an entry of a list.
pub fn entry(tokens: &[Token], within: usize) -> Range<usize> {
    let mut start = within;
    let mut depth = 0_usize;
    while start > 0 {
        match tokens[start - 1].kind {
            Kind::Close => depth += 1,
            Kind::Open | Kind::Comma if depth == 0 => break,
            Kind::Open => depth -= 1,
            _ => {}
        }
        start -= 1;
    }
    let mut end = start;
    depth = 0;
    while let Some(token) = tokens.get(end) {
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close | Kind::Comma if depth == 0 => break,
            Kind::Close => depth -= 1,
            _ => {}
        }
        end += 1;
    }
    start..end.max(start + 1).min(tokens.len())
}

/// Returns the bytes of some tokens, with what lies between them.
pub fn bytes(tokens: &[Token], range: Range<usize>) -> Range<usize> {
    match tokens.get(range) {
        Some([first, .., last]) => first.range.start..last.range.end,
        Some([one]) => one.range.clone(),
        _ => 0..0,
    }
}
