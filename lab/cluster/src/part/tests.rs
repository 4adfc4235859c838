use super::super::folder::Task;
use super::*;

fn folder(path: &Path) -> Folder {
    Folder::create(path, Vec::new(), Task::Count, 2, &[]).unwrap();
    Folder::open(path).unwrap()
}

/// Names in the folder of drafts.
fn drafts(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(folder.path.join(DRAFTS)).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name());
    names.map(|name| name.into_string().unwrap()).collect()
}

#[test]
fn a_part_that_has_lost_its_result_is_done_again() {
    let path = tempfile::tempdir().unwrap();
    let folder = folder(path.path());
    let part = folder.part(1).unwrap();
    let result = BTreeMap::from([("value", 1)]);
    for proof in ["one", "two"] {
        assert!(!part.is_done());
        let draft = part.draft().unwrap();
        fs::write(draft.path.join("proof"), proof).unwrap();
        draft.finish(&result).unwrap();
        let kept = fs::read_to_string(part.path().join("proof")).unwrap();
        assert_eq!(kept, proof);
        assert_eq!(drafts(&folder), ["1.lock"]);
        fs::remove_file(part.path().join(RESULT)).unwrap();
    }
    assert!(folder.part(0).is_err() && folder.part(3).is_err());
}

#[test]
fn the_draft_of_a_killed_worker_is_removed() {
    let path = tempfile::tempdir().unwrap();
    let folder = folder(path.path());
    let (part, other) = (folder.part(1).unwrap(), folder.part(2).unwrap());
    let lost = folder.path.join(DRAFTS).join("1");
    fs::create_dir(&lost).unwrap();
    fs::write(lost.join("proof"), "half").unwrap();
    let _other = other.draft().unwrap();
    assert!(lost.exists());
    let draft = part.draft().unwrap();
    assert_eq!(fs::read_dir(&draft.path).unwrap().count(), 0);
    let error = part.draft().unwrap_err().to_string();
    assert!(error.ends_with("part 1 is in work by another worker: wait for it, or stop it"));
    drop(draft);
    assert!(part.draft().is_ok());
}
