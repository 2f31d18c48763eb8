//! One table in a Parquet file: columns of whole numbers, text and flags that may be empty.
//!
//! **Invariant:** the bytes depend on the rows and their order alone: neither clock nor version of the
//! program is in them, and row groups end after so many rows. Memory holds one row group.

use std::path::Path;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

use crate::files::{Growing, Unwritten};

/// Rows of a row group.
const GROUP: usize = 1 << 16;

/// Why a table was not written.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The file cannot be made.
    #[error(transparent)]
    File(#[from] Unwritten),
    /// The rows cannot be written into it.
    #[error("cannot write Parquet: {0}")]
    Rows(#[from] ParquetError),
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColumnType {
    /// Whole numbers.
    Number,
    /// Text.
    Text,
    /// True or false.
    Flag,
}

/// A value of a row; empty where nothing applies.
#[derive(Clone, Debug)]
pub(super) enum Cell {
    Empty,
    Number(i64),
    Text(ByteArray),
    Flag(bool),
}

/// Makes cells of whole numbers of some types.
macro_rules! numbers {
    ($($int:ident)*) => {$(
        impl From<$int> for Cell {
            fn from(number: $int) -> Self {
                Self::Number(number.into())
            }
        }
    )*};
}
numbers!(u8 u16 u32 i32 i64);

impl From<bool> for Cell {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<&ByteArray> for Cell {
    fn from(text: &ByteArray) -> Self {
        Self::Text(text.clone())
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Empty, Into::into)
    }
}

/// A column of the row group that is being filled.
struct Column {
    /// Whether each row has a value: 1, or 0.
    filled: Vec<i16>,
    values: Values,
}

enum Values {
    Numbers(Vec<i64>),
    Texts(Vec<ByteArray>),
    Flags(Vec<bool>),
}

/// A table that is being written.
pub(super) struct ParquetTable {
    writer: SerializedFileWriter<Growing>,
    columns: Vec<Column>,
    /// Values of the row that is being filled.
    at: usize,
}

impl ParquetTable {
    /// Begins a file with these columns.
    pub(super) fn begin(file: &Path, columns: &[(String, ColumnType)]) -> Result<Self, TableError> {
        let mut fields = Vec::with_capacity(columns.len());
        for (name, sort) in columns {
            let (physical, logical) = match sort {
                ColumnType::Number => (Physical::INT64, None),
                ColumnType::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
                ColumnType::Flag => (Physical::BOOLEAN, None),
            };
            let field = Type::primitive_type_builder(name, physical)
                .with_repetition(Repetition::OPTIONAL)
                .with_logical_type(logical)
                .build()?;
            fields.push(Arc::new(field));
        }
        let schema = Type::group_type_builder("table")
            .with_fields(fields)
            .build()?;
        let properties = WriterProperties::builder()
            .set_created_by("hexscape".into())
            .set_compression(Compression::SNAPPY)
            .build();
        let writer = Growing::begin_own(file)?;
        Ok(Self {
            writer: SerializedFileWriter::new(writer, Arc::new(schema), Arc::new(properties))?,
            columns: columns.iter().map(|(_, sort)| Column::new(*sort)).collect(),
            at: 0,
        })
    }

    /// Puts a value into the next column of the row.
    pub(super) fn put(&mut self, cell: impl Into<Cell>) {
        self.columns[self.at].put(cell.into());
        self.at += 1;
    }

    /// Ends the row; columns that got no value are empty.
    pub(super) fn end_row(&mut self) -> Result<(), TableError> {
        while self.at < self.columns.len() {
            self.put(Cell::Empty);
        }
        self.at = 0;
        match self.rows() >= GROUP {
            true => self.flush(),
            false => Ok(()),
        }
    }

    /// Returns the rows of the row group that is being filled.
    fn rows(&self) -> usize {
        self.columns.first().map_or(0, |column| column.filled.len())
    }

    fn flush(&mut self) -> Result<(), TableError> {
        let mut group = self.writer.next_row_group()?;
        for column in &mut self.columns {
            let mut writer = group
                .next_column()?
                .expect("the schema has as many columns");
            let filled = Some(&*column.filled);
            match (writer.untyped(), &column.values) {
                (ColumnWriter::Int64ColumnWriter(writer), Values::Numbers(values)) => {
                    writer.write_batch(values, filled, None)?
                }
                (ColumnWriter::ByteArrayColumnWriter(writer), Values::Texts(values)) => {
                    writer.write_batch(values, filled, None)?
                }
                (ColumnWriter::BoolColumnWriter(writer), Values::Flags(values)) => {
                    writer.write_batch(values, filled, None)?
                }
                _ => unreachable!("columns are of the sort their schema says"),
            };
            column.clear();
            writer.close()?;
        }
        group.close()?;
        Ok(())
    }

    /// Ends the file and gives it its name.
    pub(super) fn finish(mut self) -> Result<(), TableError> {
        if self.rows() > 0 {
            self.flush()?;
        }
        Ok(self.writer.into_inner()?.finish()?)
    }
}

impl Column {
    fn new(sort: ColumnType) -> Self {
        Self {
            filled: Vec::new(),
            values: match sort {
                ColumnType::Number => Values::Numbers(Vec::new()),
                ColumnType::Text => Values::Texts(Vec::new()),
                ColumnType::Flag => Values::Flags(Vec::new()),
            },
        }
    }

    fn put(&mut self, cell: Cell) {
        self.filled.push(i16::from(!matches!(cell, Cell::Empty)));
        match (&mut self.values, cell) {
            (Values::Numbers(values), Cell::Number(value)) => values.push(value),
            (Values::Texts(values), Cell::Text(value)) => values.push(value),
            (Values::Flags(values), Cell::Flag(value)) => values.push(value),
            (_, Cell::Empty) => {}
            (_, cell) => unreachable!("{cell:?} is in a column of another sort"),
        }
    }

    fn clear(&mut self) {
        self.filled.clear();
        match &mut self.values {
            Values::Numbers(values) => values.clear(),
            Values::Texts(values) => values.clear(),
            Values::Flags(values) => values.clear(),
        }
    }
}
