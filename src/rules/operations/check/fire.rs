//! Checks Barrage Plans (§6).
//!
//! **Invariant:** the reasons are those that the window shows for each unit.

use std::collections::BTreeSet;

use crate::battle::unit::Side;
use crate::rules::operations::check::own;
use crate::rules::operations::field::Field;
use crate::rules::operations::order::Refusal;
use crate::rules::operations::progress::FirePlan;

/// Checks all plans of a side.
///
/// # Errors
/// The first thing that is wrong.
pub(super) fn check(field: &Field, side: Side, plans: &[FirePlan]) -> Result<(), Refusal> {
    let most = field.content.figures.most_barrages;
    let mut known = BTreeSet::new();
    for (at, plan) in plans.iter().enumerate() {
        let target = field.progress.targets.get(plan.target.index());
        let target = target.ok_or(Refusal::UnknownTarget)?;
        if target.side == side {
            return Err(Refusal::OwnTarget);
        }
        if !known.insert(plan.target) {
            return Err(Refusal::PlanTwice);
        }
        if plan.barrages.is_empty() || plan.barrages.iter().any(Vec::is_empty) {
            return Err(Refusal::EmptyBarrage);
        }
        if plan.barrages.len() > usize::from(most) {
            return Err(Refusal::TooManyBarrages { most });
        }
        let others: Vec<_> = plans[..at].to_vec();
        let mut used = BTreeSet::new();
        for (number, units) in plan.barrages.iter().enumerate() {
            for &id in units {
                own(field, side, id)?;
                let name = field.name(id).to_owned();
                if !used.insert(id) {
                    return Err(Refusal::Twice { name });
                }
                let faults = field.barrage_faults(id, plan, Some(number), &others);
                if let Some(&fault) = faults.first() {
                    return Err(Refusal::Unit { name, fault });
                }
            }
        }
    }
    Ok(())
}
