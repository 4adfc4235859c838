use super::super::folder::{Manifest, Task};
use super::*;

fn folder(path: &Path, name: &str) -> Folder {
    let task = Task::Count {
        comments: vec![name.to_string()],
    };
    Folder::create(path, Manifest::new(task, 2)).unwrap()
}

#[test]
fn the_first_result_stays() {
    let path = tempfile::tempdir().unwrap();
    let folder = folder(path.path(), "a");
    let part = folder.part(PartName::new(1)).unwrap();
    let (one, other) = (part.draft().unwrap(), part.draft().unwrap());
    fs::write(one.path().join("proof"), "one").unwrap();
    assert!(!part.is_done());
    let result = |value: u32| std::collections::BTreeMap::from([("value", value)]);
    assert!(one.finish(&result(1)).unwrap());
    assert!(!other.finish(&result(2)).unwrap());
    let found: std::collections::BTreeMap<String, u32> = part.result().unwrap().unwrap();
    assert_eq!(found["value"], 1);
    assert_eq!(
        fs::read_to_string(part.path().join("proof")).unwrap(),
        "one"
    );
    let entries = |name| fs::read_dir(path.path().join(name)).unwrap().count();
    assert_eq!((entries(PARTS), entries(DRAFTS)), (1, 0));
    assert!(folder.part(PartName::new(3)).is_err());
}

#[test]
fn a_part_that_has_lost_its_result_is_done_again() {
    let path = tempfile::tempdir().unwrap();
    let folder = folder(path.path(), "a");
    let part = folder.part(PartName::new(1)).unwrap();
    let result = std::collections::BTreeMap::from([("value", 1)]);
    for proof in ["one", "two"] {
        let draft = part.draft().unwrap();
        fs::write(draft.path().join("proof"), proof).unwrap();
        assert!(draft.finish(&result).unwrap());
        let kept = fs::read_to_string(part.path().join("proof")).unwrap();
        assert_eq!(kept, proof);
        fs::remove_file(part.path().join(RESULT)).unwrap();
    }
    let drafts = fs::read_dir(path.path().join(DRAFTS)).unwrap();
    assert_eq!(drafts.count(), 0);
}

#[test]
fn results_of_others_are_refused_by_name() {
    let (here, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (folder, other) = (folder(here.path(), "a"), folder(there.path(), "b"));
    let empty = std::collections::BTreeMap::<String, u32>::new();
    for folder in [&folder, &other] {
        let part = folder.part(PartName::new(1)).unwrap();
        part.draft().unwrap().finish(&empty).unwrap();
    }
    let second = folder.part(PartName::new(2)).unwrap();
    let told = |part: &Part| {
        let error = part.result::<serde_json::Value>().unwrap_err();
        error.to_string()
    };
    let copy = |from: &Folder| {
        let from = from.part(PartName::new(1)).unwrap().path().join(RESULT);
        let _ = fs::create_dir(second.path());
        fs::copy(from, second.path().join(RESULT)).unwrap();
    };
    copy(&folder);
    assert!(told(&second).ends_with("part 2 is the result of part 1"));
    copy(&other);
    assert!(told(&second).ends_with("part 2 is the result of another folder"));
}

#[test]
fn a_claim_of_the_dead_is_none() {
    let path = tempfile::tempdir().unwrap();
    let folder = folder(path.path(), "a");
    let part = folder.part(PartName::new(1)).unwrap();
    let claim = part.claim().unwrap().unwrap();
    assert_eq!(
        part.claim().unwrap().unwrap_err().process,
        std::process::id()
    );
    drop(claim);
    let mut child = std::process::Command::new("true").spawn().unwrap();
    child.wait().unwrap();
    let dead = Claimant {
        process: child.id(),
        ..Claimant::us()
    };
    fs::write(part.claim_path(), serde_json::to_string(&dead).unwrap()).unwrap();
    let draft = format!("1@{}@{}@x", dead.host, dead.process);
    fs::create_dir(path.path().join(DRAFTS).join(&draft)).unwrap();
    assert!(part.claimant().is_none());
    drop(part.claim().unwrap().unwrap());
    part.draft().unwrap();
    assert!(!path.path().join(DRAFTS).join(draft).exists());
}
