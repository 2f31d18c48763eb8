//! What the laboratory writes as JSON against the schemas that the program prints.

use std::fs;

use serde_json::Value;

use crate::lab::{done, lab, mission, with, workplace};

/// Collects where a value does not fit its schema.
fn check(schema: &Value, root: &Value, value: &Value, place: &str, wrong: &mut Vec<String>) {
    let rules = schema.as_object().expect("a schema is an object");
    for (rule, needed) in rules {
        let fits = match rule.as_str() {
            "$schema" | "$defs" | "title" | "description" | "required" => true,
            "additionalProperties" => needed == false,
            "type" => match needed.as_str().expect("a type is a word") {
                "object" => value.is_object(),
                "array" => value.is_array(),
                "string" => value.is_string(),
                "number" => value.is_number(),
                "integer" => value.is_i64() || value.is_u64(),
                "boolean" => value.is_boolean(),
                "null" => value.is_null(),
                other => panic!("{place}: no type {other}"),
            },
            "const" => value == needed,
            "enum" => needed.as_array().expect("it is a list").contains(value),
            "minimum" => !value.is_number() || value.as_f64() >= needed.as_f64(),
            "minItems" => value.as_array().map(Vec::len) >= needed.as_u64().map(|n| n as usize),
            "maxItems" => value.as_array().map(Vec::len) <= needed.as_u64().map(|n| n as usize),
            "$ref" => {
                let name = needed.as_str().expect("it is a path");
                let name = name.strip_prefix('#').expect("it leads into the schema");
                let found = root.pointer(name).unwrap_or_else(|| panic!("no {name}"));
                check(found, root, value, place, wrong);
                true
            }
            "anyOf" => needed.as_array().expect("it is a list").iter().any(|one| {
                let mut own = Vec::new();
                check(one, root, value, place, &mut own);
                own.is_empty()
            }),
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(needed, root, item, &format!("{place}[{index}]"), wrong);
                }
                true
            }
            "prefixItems" => {
                let items = value.as_array().into_iter().flatten();
                for (needed, item) in needed.as_array().into_iter().flatten().zip(items) {
                    check(needed, root, item, place, wrong);
                }
                true
            }
            "properties" => {
                let known = needed.as_object().expect("they are an object");
                for (name, field) in value.as_object().into_iter().flatten() {
                    match known.get(name) {
                        Some(schema) => {
                            check(schema, root, field, &format!("{place}.{name}"), wrong);
                        }
                        None => wrong.push(format!("{place}.{name} is not described")),
                    }
                }
                for name in known.keys() {
                    assert!(
                        rules["required"]
                            .as_array()
                            .expect("a list")
                            .contains(&name.as_str().into()),
                        "{place}: {name} is not required"
                    );
                    if value.get(name).is_none() {
                        wrong.push(format!("{place}.{name} is not written"));
                    }
                }
                true
            }
            other => panic!("{place}: this test does not know {other}"),
        };
        if !fits {
            wrong.push(format!("{place}: {value} against {rule} {needed}"));
        }
    }
}

/// Checks that every field of a schema is described.
fn check_described(schema: &Value, place: &str) {
    if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
        for (name, field) in properties {
            let about = field.get("description").and_then(Value::as_str);
            assert!(about.is_some_and(|about| about.len() > 3), "{place}.{name}");
        }
    }
    match schema {
        Value::Object(fields) => (fields.iter())
            .for_each(|(name, inner)| check_described(inner, &format!("{place}.{name}"))),
        Value::Array(items) => items.iter().for_each(|inner| check_described(inner, place)),
        _ => {}
    }
}

#[test]
fn findings_are_what_the_schema_says() {
    let work = workplace();
    let schema = done(&lab(work.path(), &["schema"], &[]));
    let schema: Value = serde_json::from_str(&schema).expect("it is JSON");
    check_described(&schema, "");
    let (squad, fleet) = (mission("first_contact"), mission("cold_start"));
    let modes = ["--modes", "default,Squad:Cautious", "--first", "alternate"];
    let set = ["--set", "weapons.smg.damage=d18,d22"];
    for (out, arguments) in [
        (
            "sweep",
            with(&with(&[&squad, "--battles", "12"], &modes), &set),
        ),
        ("fleet", vec![fleet.as_str(), "--battles", "2"]),
        (
            "one",
            vec![squad.as_str(), "--battles", "1", "--keep", "battles"],
        ),
    ] {
        done(&lab(work.path(), &with(&arguments, &["--out", out]), &[]));
        let text = fs::read_to_string(work.path().join(out).join("findings.json"));
        let written: Value = serde_json::from_str(&text.expect("it was written")).expect("JSON");
        let mut wrong = Vec::new();
        check(&schema, &schema, &written, out, &mut wrong);
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        let mut changed = written.clone();
        changed["cases"][0]["sides"][0]["wins"] = "many".into();
        changed["format"] = 1.into();
        changed["more"] = true.into();
        check(&schema, &schema, &changed, out, &mut wrong);
        assert_eq!(wrong.len(), 3, "{wrong:?}");
    }
}

#[test]
fn explanations_and_comparisons_are_what_their_schemas_say() {
    let work = workplace();
    let squad = mission("first_contact");
    let plan = [squad.as_str(), "--battles", "40"];
    done(&lab(work.path(), &with(&plan, &["--out", "before"]), &[]));
    let set = ["--set", "weapons.smg.damage=d22", "--explain"];
    let after = with(&set, &["--against", "before", "--out", "after"]);
    done(&lab(work.path(), &with(&plan, &after), &[]));
    for (name, field) in [("explain", "/0/wins"), ("against", "/cases/0/pairs")] {
        let schema = done(&lab(work.path(), &["schema", name], &[]));
        let schema: Value = serde_json::from_str(&schema).expect("it is JSON");
        check_described(&schema, "");
        let file = work.path().join("after").join(format!("{name}.json"));
        let text = fs::read_to_string(file).expect("it was written");
        let mut written: Value = serde_json::from_str(&text).expect("it is JSON");
        let mut wrong = Vec::new();
        check(&schema, &schema, &written, name, &mut wrong);
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        *written.pointer_mut(field).expect("there is one") = "many".into();
        check(&schema, &schema, &written, name, &mut wrong);
        assert!(
            !wrong.is_empty(),
            "{name}: nothing is held against the schema"
        );
    }
}
