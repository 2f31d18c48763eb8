//! `hexscape import`: a map of the editor Tiled becomes a mission.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use hexscape::content;
use hexscape::files::{destination, write_new, write_whole};
use hexscape::mission::RuleSet;
use hexscape::mission::import::{Imported, import};
use hexscape::plain::{plain, shown};

use super::output::{fail, say, tell, wrong};

/// Converts a hexagonal Tiled map into a mission with a legend to edit
#[derive(Debug, Args)]
#[command(
    after_help = "A tile's property `terrain`, its class or its image names its terrain; other tiles become plain ground with letters of their own. A layer `heights` or the property `height` raises ground. See `hexscape manual missions`.

Examples:
  hexscape import valley.tmx
  hexscape import valley.tmj -o missions/valley.ron"
)]
pub struct Import {
    /// Tiled map: .tmx, .tmj or .json
    #[arg(value_name = "FILE")]
    map: PathBuf,
    /// Mission file to write [default: the map's name with .ron]
    #[arg(short, long, value_name = "OUT")]
    out: Option<PathBuf>,
    /// Rule set of the mission [default: those of squads]
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,
    /// Overwrites an existing mission file
    #[arg(long)]
    force: bool,
}

impl Import {
    /// Writes the mission.
    pub fn run(self) -> ExitCode {
        let rules = match self.rules() {
            Ok(rules) => rules,
            Err(why) => return wrong(why),
        };
        let out = match &self.out {
            Some(out) => out.clone(),
            None => self.map.with_extension("ron"),
        };
        let catalog = match content::load_default() {
            Ok(catalog) => catalog,
            Err(problems) => return fail(problems),
        };
        let imported = match import(&self.map, &out, rules, &catalog) {
            Ok(imported) => imported,
            Err(error) => return fail(error),
        };
        if let Err(why) = self.check_free(&out) {
            return fail(why);
        }
        let written = match self.force {
            true => write_whole(&out, imported.text.as_bytes()),
            false => write_new(&out, imported.text.as_bytes()),
        };
        if let Err(error) = written {
            return fail(error);
        }
        report(&out, &imported);
        ExitCode::SUCCESS
    }

    /// Returns the rule set that is asked for.
    fn rules(&self) -> Result<RuleSet, String> {
        let Some(asked) = &self.rules else {
            return Ok(RuleSet::default());
        };
        let all = RuleSet::all().iter().copied();
        let names: Vec<_> = all.clone().map(RuleSet::name).collect();
        let found = { all }.find(|set| set.name().eq_ignore_ascii_case(asked));
        found.ok_or_else(|| {
            let (asked, names) = (plain(asked), names.join(", "));
            format!("unknown rules {asked:?}; expected {names}")
        })
    }

    /// Checks that no file is lost.
    fn check_free(&self, out: &Path) -> Result<(), String> {
        let is_map = destination(&self.map).ok();
        if is_map.is_some() && is_map == destination(out).ok() {
            let out = shown(out);
            return Err(format!(
                "{out}: is the map itself; choose another file with -o"
            ));
        }
        match !self.force && out.symlink_metadata().is_ok() {
            true => {
                let out = shown(out);
                Err(format!(
                    "{out}: already exists; use --force to overwrite it, or -o to write another file"
                ))
            }
            false => Ok(()),
        }
    }
}

/// Prints what was made and what comes next.
fn report(out: &Path, imported: &Imported) {
    for note in &imported.notes {
        tell(format_args!("note: {}", plain(note)));
    }
    let Imported {
        grid, known, open, ..
    } = imported;
    let file = shown(out);
    let letters = |count| if count == 1 { "letter" } else { "letters" };
    say(format_args!(
        "wrote {file}: {}×{} hexes, {:?}, {} {} in the legend",
        grid.width,
        grid.height,
        grid.layout,
        known.len() + open.len(),
        letters(known.len() + open.len()),
    ));
    say("next:");
    if !open.is_empty() {
        say(format_args!(
            "  give {} {} marked CHOOSE in the legend their terrain: {}",
            open.len(),
            letters(open.len()),
            open.iter()
                .take(20)
                .map(char::to_string)
                .collect::<Vec<_>>()
                .join(" "),
        ));
    }
    say(format_args!(
        "  hexscape edit {file}     # units, zones, objectives"
    ));
    say(format_args!("  hexscape check {file}"));
    say(format_args!("  hexscape play {file}"));
}
