//! Content and missions, put into the program.

use hexscape::content::shipped::File;
use include_dir::{Dir, include_dir};

static CONTENT: Dir = include_dir!("$CARGO_MANIFEST_DIR/assets/content");
static MISSIONS: Dir = include_dir!("$CARGO_MANIFEST_DIR/assets/missions");

/// Lists all that a battle needs: paths in `assets`, `/` between the parts, with their texts.
pub fn files() -> Vec<File> {
    let texts = |folder: &str, files: &'static Dir<'static>| -> Vec<File> {
        let texts = files.files().filter_map(|file| {
            let name = file.path().to_str()?;
            Some((format!("{folder}/{name}"), file.contents_utf8()?))
        });
        texts.collect()
    };
    let mut all = texts("content", &CONTENT);
    all.append(&mut texts("missions", &MISSIONS));
    all.sort();
    all
}
