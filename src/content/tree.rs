//! RON text as a tree in which every value knows its line and column.
//!
//! The `ron` crate reports the first error only and forgets positions once a value is read; content
//! and mission files are told *all* their mistakes, so they are read through this tree.
//!
//! **Invariant:** any text gives a tree or located problems, never a panic; nesting and the number of values
//! are limited.

use std::ops::Range;

use crate::content::problem::{Place, Problem};

/// Which bytes of the text something is written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The first.
    pub start: usize,
    /// The one after the last.
    pub end: usize,
}

impl Span {
    /// Returns the bytes as a range.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

/// A value and where it starts.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Line and column.
    pub place: Place,
    /// Its bytes.
    pub span: Span,
    /// The value.
    pub value: Value,
}

/// A field of a struct.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Where its name starts.
    pub place: Place,
    /// Its bytes, from the name to the end of the value.
    pub span: Span,
    /// Its name.
    pub name: String,
    /// Its value.
    pub node: Node,
}

/// A RON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Any other number, as written.
    Number(String),
    /// A string.
    Text(String),
    /// A character.
    Char(char),
    /// A bare name such as `East`.
    Name(String),
    /// `[a, b]`.
    List(Vec<Node>),
    /// `{a: b}`.
    Map(Vec<(Node, Node)>),
    /// `(a: b)` or `Name(a: b)`.
    Struct(Option<String>, Vec<Field>),
    /// `(a, b)` or `Name(a, b)`.
    Tuple(Option<String>, Vec<Node>),
}

impl Node {
    /// Returns the text, if it is some in quotes.
    pub fn as_text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns a field, if it is a struct that has it.
    pub fn field(&self, name: &str) -> Option<&Self> {
        let Value::Struct(_, fields) = &self.value else {
            return None;
        };
        let field = fields.iter().find(|field| field.name == name)?;
        Some(&field.node)
    }

    /// Returns how the value is called in messages.
    pub fn describe(&self) -> String {
        match &self.value {
            Value::Bool(value) => value.to_string(),
            Value::Int(value) => value.to_string(),
            Value::Number(text) => text.clone(),
            Value::Text(text) => format!("{:?}", shorten(text)),
            Value::Char(value) => format!("{value:?}"),
            Value::Name(name) => format!("`{}`", shorten(name)),
            Value::List(_) => "a list [...]".into(),
            Value::Map(_) => "a map {...}".into(),
            Value::Struct(Some(name), _) | Value::Tuple(Some(name), _) => {
                format!("`{}(...)`", shorten(name))
            }
            Value::Struct(None, _) => "fields (name: ...)".into(),
            Value::Tuple(None, _) => "a tuple (...)".into(),
        }
    }

    /// Returns the items, if it is a list; else none.
    pub fn items(&self) -> &[Self] {
        match &self.value {
            Value::List(items) => items,
            _ => &[],
        }
    }

    /// Returns the two whole numbers of a pair in brackets, such as a hex: `(column, row)`.
    pub fn as_pair(&self) -> Option<(i64, i64)> {
        let Value::Tuple(None, items) = &self.value else {
            return None;
        };
        match items.iter().map(|item| &item.value).collect::<Vec<_>>()[..] {
            [Value::Int(first), Value::Int(second)] => Some((*first, *second)),
            _ => None,
        }
    }

    /// Returns the word of `Word`, `Word(...)`.
    pub fn word(&self) -> Option<&str> {
        match &self.value {
            Value::Name(word) | Value::Struct(Some(word), _) | Value::Tuple(Some(word), _) => {
                Some(word)
            }
            _ => None,
        }
    }

    /// Puts it and all that is in it at another place, of which no bytes are known.
    pub fn move_to(&mut self, place: Place) {
        (self.place, self.span) = (place, Span::default());
        match &mut self.value {
            Value::List(nodes) | Value::Tuple(_, nodes) => {
                nodes.iter_mut().for_each(|node| node.move_to(place));
            }
            Value::Map(entries) => {
                for (key, node) in entries {
                    key.move_to(place);
                    node.move_to(place);
                }
            }
            Value::Struct(_, fields) => {
                for field in fields {
                    field.place = place;
                    field.node.move_to(place);
                }
            }
            _ => {}
        }
    }

    /// Returns the value as RON.
    pub fn to_ron(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }

    fn write(&self, out: &mut String) {
        fn list<T>(
            out: &mut String,
            [open, close]: [char; 2],
            items: &[T],
            mut write: impl FnMut(&T, &mut String),
        ) {
            out.push(open);
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push_str(", ");
                }
                write(item, out);
            }
            out.push(close);
        }
        match &self.value {
            Value::Bool(value) => out.push_str(&value.to_string()),
            Value::Int(value) => out.push_str(&value.to_string()),
            Value::Number(text) | Value::Name(text) => out.push_str(text),
            Value::Text(text) => out.push_str(&format!("{text:?}")),
            Value::Char(value) => out.push_str(&format!("{value:?}")),
            Value::List(items) => list(out, ['[', ']'], items, Self::write),
            Value::Map(entries) => list(out, ['{', '}'], entries, |(key, value), out| {
                key.write(out);
                out.push_str(": ");
                value.write(out);
            }),
            Value::Struct(name, fields) => {
                out.push_str(name.as_deref().unwrap_or_default());
                list(out, ['(', ')'], fields, |field, out| {
                    out.push_str(&field.name);
                    out.push_str(": ");
                    field.node.write(out);
                });
            }
            Value::Tuple(name, items) => {
                out.push_str(name.as_deref().unwrap_or_default());
                list(out, ['(', ')'], items, Self::write);
            }
        }
    }
}

/// Cuts long text for a message.
fn shorten(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// Reads RON text.
///
/// # Errors
/// The first syntax error.
pub fn parse(file: &str, text: &str) -> Result<Node, Problem> {
    let mut parser = Parser::new(text);
    parser.document().map_err(|(place, message)| Problem {
        file: file.to_owned(),
        place,
        message,
    })
}

/// Returns where white space and comments from a byte of the text on end.
pub fn gap_end(text: &str, at: usize) -> usize {
    let mut parser = Parser::new(&text[at..]);
    // A comment that is never closed has no end to be found.
    let _ = parser.gap();
    at + parser.at
}

type Failure = (Place, String);

/// Values nested deeper than this are refused.
const MAX_DEPTH: usize = 64;
/// Most fields of a struct; no struct that is read has nearly as many.
const MAX_FIELDS: usize = 1000;
/// Most values of a file, those inside others included: a zone that lists every hex of the largest board has
/// half as many. Each takes up to 200 bytes.
pub const MAX_VALUES: usize = 1_500_000;

struct Parser<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    column: u32,
    depth: usize,
    /// Values begun so far.
    values: usize,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            line: 1,
            column: 1,
            depth: 0,
            values: 0,
        }
    }

    fn place(&self) -> Place {
        Place {
            line: self.line,
            column: self.column,
        }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn starts(&self, prefix: &str) -> bool {
        self.text[self.at..].starts_with(prefix)
    }

    fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        if next == '\n' {
            self.line += 1;
            self.column = 1;
        } else {
            self.column += 1;
        }
        Some(next)
    }

    fn skip(&mut self, count: usize) {
        for _ in 0..count {
            self.bump();
        }
    }

    fn take_while(&mut self, accept: impl Fn(char) -> bool) -> String {
        let start = self.at;
        while self.peek().is_some_and(&accept) {
            self.bump();
        }
        self.text[start..self.at].to_owned()
    }

    fn fail<T>(&self, message: impl Into<String>) -> Result<T, Failure> {
        Err((self.place(), message.into()))
    }

    fn found(&self) -> String {
        match self.peek() {
            None => "the end of the file".into(),
            Some(c) if c.is_control() => format!("the control character {:#04x}", u32::from(c)),
            Some(c) => format!("`{c}`"),
        }
    }

    /// Skips white space, comments and `#![enable(...)]`.
    fn gap(&mut self) -> Result<(), Failure> {
        loop {
            self.take_while(|c| c.is_whitespace() || c == '\u{feff}');
            if self.starts("//") {
                self.take_while(|c| c != '\n');
            } else if self.starts("/*") {
                let start = self.place();
                let mut depth = 0;
                loop {
                    if self.starts("/*") {
                        depth += 1;
                        self.skip(2);
                    } else if self.starts("*/") {
                        depth -= 1;
                        self.skip(2);
                        if depth == 0 {
                            break;
                        }
                    } else if self.bump().is_none() {
                        return Err((start, "this comment is never closed".into()));
                    }
                }
            } else if self.starts("#![") {
                self.take_while(|c| c != '\n');
            } else {
                return Ok(());
            }
        }
    }

    fn document(&mut self) -> Result<Node, Failure> {
        self.gap()?;
        if self.peek().is_none() {
            return self.fail("the file is empty");
        }
        let node = self.value()?;
        self.gap()?;
        match self.peek() {
            None => Ok(node),
            Some(_) => self.fail(format!(
                "expected the end of the file, found {}",
                self.found()
            )),
        }
    }

    fn value(&mut self) -> Result<Node, Failure> {
        self.gap()?;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.fail("values are nested too deeply");
        }
        self.values += 1;
        if self.values > MAX_VALUES {
            let message = format!("the file has more than {MAX_VALUES} values");
            return self.fail(message);
        }
        let (place, start) = (self.place(), self.at);
        let value = match self.peek() {
            Some('[') => Value::List(self.items('[', ']', Self::value)?),
            Some('{') => Value::Map(self.items('{', '}', |parser| {
                let key = parser.value()?;
                parser.expect(':')?;
                Ok((key, parser.value()?))
            })?),
            Some('(') => self.parenthesis(None)?,
            Some('"') => Value::Text(self.string()?),
            Some('r') if self.is_raw_name() => {
                self.skip(2);
                Value::Name(self.name())
            }
            Some('r') if self.starts("r\"") || self.starts("r#") => Value::Text(self.raw_string()?),
            Some('\'') => Value::Char(self.character()?),
            Some(c) if c.is_ascii_digit() || matches!(c, '-' | '+' | '.') => self.number()?,
            Some(c) if c.is_alphabetic() || c == '_' => {
                let name = self.name();
                let after = (self.at, self.line, self.column);
                self.gap()?;
                let is_bool = matches!(name.as_str(), "true" | "false");
                if self.peek() == Some('(') && !is_bool {
                    self.parenthesis(Some(name))?
                } else {
                    (self.at, self.line, self.column) = after;
                    match is_bool {
                        true => Value::Bool(name == "true"),
                        false => Value::Name(name),
                    }
                }
            }
            _ => return self.fail(format!("expected a value, found {}", self.found())),
        };
        self.depth -= 1;
        let span = Span {
            start,
            end: self.at,
        };
        Ok(Node { place, span, value })
    }

    /// Whether a name such as `r#None` follows, as the `ron` crate writes names that mean something.
    fn is_raw_name(&self) -> bool {
        let rest = self.text[self.at..].strip_prefix("r#");
        let first = rest.and_then(|rest| rest.chars().next());
        first.is_some_and(|c| c.is_alphabetic() || c == '_')
    }

    fn name(&mut self) -> String {
        self.take_while(|c| c.is_alphanumeric() || c == '_')
    }

    fn expect(&mut self, wanted: char) -> Result<(), Failure> {
        self.gap()?;
        if self.peek() == Some(wanted) {
            self.bump();
            return Ok(());
        }
        self.fail(format!("expected `{wanted}`, found {}", self.found()))
    }

    /// Reads items up to a closing bracket.
    fn items<T>(
        &mut self,
        open: char,
        close: char,
        mut item: impl FnMut(&mut Self) -> Result<T, Failure>,
    ) -> Result<Vec<T>, Failure> {
        let start = self.place();
        self.expect(open)?;
        let mut items = Vec::new();
        loop {
            self.gap()?;
            match self.peek() {
                Some(c) if c == close => {
                    self.bump();
                    items.shrink_to_fit();
                    return Ok(items);
                }
                None => return Err((start, format!("this `{open}` is never closed"))),
                Some(_) => {}
            }
            items.push(item(self)?);
            self.gap()?;
            match self.peek() {
                Some(',') => drop(self.bump()),
                Some(c) if c == close => {}
                None => return Err((start, format!("this `{open}` is never closed"))),
                Some(_) => {
                    return self.fail(format!("expected `,` or `{close}`, found {}", self.found()));
                }
            }
        }
    }

    fn parenthesis(&mut self, name: Option<String>) -> Result<Value, Failure> {
        let mut fields = Vec::new();
        let mut plain: Vec<Node> = Vec::new();
        self.items('(', ')', |parser| {
            parser.gap()?;
            let place = parser.place();
            let start = (parser.at, parser.line, parser.column);
            if parser.peek().is_some_and(|c| c.is_alphabetic() || c == '_') {
                let name = parser.name();
                parser.gap()?;
                if parser.peek() == Some(':') {
                    if fields.len() == MAX_FIELDS {
                        return Err((place, format!("more than {MAX_FIELDS} fields")));
                    }
                    parser.bump();
                    let node = parser.value()?;
                    let span = Span {
                        start: start.0,
                        end: node.span.end,
                    };
                    fields.push(Field {
                        place,
                        span,
                        name,
                        node,
                    });
                    return Ok(());
                }
                (parser.at, parser.line, parser.column) = start;
            }
            plain.push(parser.value()?);
            Ok(())
        })?;
        fields.shrink_to_fit();
        plain.shrink_to_fit();
        match plain.first() {
            None => Ok(Value::Struct(name, fields)),
            Some(_) if fields.is_empty() => Ok(Value::Tuple(name, plain)),
            Some(node) => Err((node.place, "expected `name: value` as its neighbors".into())),
        }
    }

    fn number(&mut self) -> Result<Value, Failure> {
        let place = self.place();
        let text =
            self.take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.' | '_'));
        let digits = text.replace('_', "");
        if let Ok(value) = digits.parse() {
            return Ok(Value::Int(value));
        }
        match digits.parse::<f64>() {
            Ok(_) => Ok(Value::Number(digits)),
            Err(_) => Err((place, format!("`{}` is not a number", shorten(&text)))),
        }
    }

    fn escape(&mut self) -> Result<char, Failure> {
        let place = self.place();
        match self.bump() {
            Some('n') => Ok('\n'),
            Some('t') => Ok('\t'),
            Some('r') => Ok('\r'),
            Some('0') => Ok('\0'),
            Some(c @ ('\\' | '"' | '\'')) => Ok(c),
            Some('u') => {
                self.expect('{')?;
                let digits = self.take_while(|c| c.is_ascii_hexdigit());
                self.expect('}')?;
                u32::from_str_radix(&digits, 16)
                    .ok()
                    .and_then(char::from_u32)
                    .ok_or_else(|| (place, format!("\\u{{{digits}}} is not a character")))
            }
            _ => Err((
                place,
                "unknown escape; expected \\n, \\t, \\\", \\\\ or \\u{...}".into(),
            )),
        }
    }

    fn string(&mut self) -> Result<String, Failure> {
        let start = self.place();
        self.bump();
        let mut text = String::new();
        loop {
            match self.bump() {
                None => return Err((start, "this string is never closed".into())),
                Some('"') => return Ok(text),
                Some('\\') if self.peek() == Some('\n') => {
                    self.take_while(char::is_whitespace);
                }
                Some('\\') => text.push(self.escape()?),
                Some(c) => text.push(c),
            }
        }
    }

    fn raw_string(&mut self) -> Result<String, Failure> {
        let start = self.place();
        self.bump();
        let hashes = self.take_while(|c| c == '#');
        self.expect('"')?;
        let end = format!("\"{hashes}");
        let Some(length) = self.text[self.at..].find(&end) else {
            return Err((start, "this string is never closed".into()));
        };
        let text = self.text[self.at..self.at + length].to_owned();
        while !self.starts(&end) {
            self.bump();
        }
        self.skip(end.chars().count());
        Ok(text)
    }

    fn character(&mut self) -> Result<char, Failure> {
        let start = self.place();
        self.bump();
        let value = match self.bump() {
            Some('\\') => self.escape()?,
            Some(c) if c != '\'' => c,
            _ => return Err((start, "expected one character between the quotes".into())),
        };
        if self.bump() != Some('\'') {
            return Err((start, "expected one character between the quotes".into()));
        }
        Ok(value)
    }
}
