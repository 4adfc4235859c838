use super::super::folder::{Manifest, Task};
use super::*;
use std::collections::BTreeMap;

fn folder(path: &Path) -> Folder {
    let comments = Vec::new();
    Folder::create(path, Manifest::new(Task::Count { comments }, 2)).unwrap()
}

#[test]
fn the_first_result_stays() {
    let path = tempfile::tempdir().unwrap();
    let folder = folder(path.path());
    let part = folder.part(PartName::new(1)).unwrap();
    let (one, other) = (part.draft().unwrap(), part.draft().unwrap());
    fs::write(one.path().join("proof"), "one").unwrap();
    assert!(!part.is_done());
    let result = |value: u32| BTreeMap::from([("value", value)]);
    assert!(one.finish(&result(1)).unwrap());
    assert!(!other.finish(&result(2)).unwrap());
    let found: BTreeMap<String, u32> = part.result().unwrap().unwrap();
    assert_eq!(found["value"], 1);
    let proof = fs::read_to_string(part.path().join("proof")).unwrap();
    assert_eq!(proof, "one");
    let entries = |name| fs::read_dir(path.path().join(name)).unwrap().count();
    assert_eq!((entries(PARTS), entries(DRAFTS)), (1, 0));
    assert!(folder.part(PartName::new(3)).is_err());
}

#[test]
fn a_part_that_has_lost_its_result_is_done_again() {
    let path = tempfile::tempdir().unwrap();
    let folder = folder(path.path());
    let part = folder.part(PartName::new(1)).unwrap();
    let result = BTreeMap::from([("value", 1)]);
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
fn a_claim_of_the_dead_is_none() {
    let path = tempfile::tempdir().unwrap();
    let folder = folder(path.path());
    let part = folder.part(PartName::new(1)).unwrap();
    let claim = part.claim().unwrap().unwrap();
    let claimant = part.claim().unwrap().unwrap_err();
    assert_eq!(claimant.process, std::process::id());
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
