use super::*;

/// A directory of the test's own, with empty files.
fn place(name: &str, files: &[&str]) -> PathBuf {
    let root = std::env::temp_dir().join(format!("commute-project-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&root);
    for file in files {
        let file = root.join(file);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, "").unwrap();
    }
    root
}

#[test]
fn the_usual_places_are_taken_if_they_are_there() {
    let files = [
        "build.gradle",
        "build/classes/java/test/A.class",
        "lib/b.jar",
        "lib/b-sources.jar",
        "src/test/java/A.java",
    ];
    let root = place("usual", &files);
    let found = find(&root, false).unwrap();
    let [project] = &found.projects[..] else { panic!("{found:?}") };
    assert_eq!(project.tests, [root.join("build/classes/java/test")]);
    let names: Vec<String> = project
        .class_path
        .iter()
        .map(|path| path.strip_prefix(&root).unwrap().display().to_string())
        .collect();
    assert_eq!(names, ["build/classes/java/test", "lib/b.jar", "src/test/java", "lib/b-sources.jar"]);
    std::fs::remove_dir_all(root).unwrap();
}

#[test]
fn what_is_missing_is_said_with_what_to_type() {
    let root = place("missing", &["pom.xml"]);
    std::fs::write(root.join("pom.xml"), "<project></project>").unwrap();
    let error = find(&root, false).unwrap_err();
    assert!(
        error.contains("target/test-classes; type `cd ") && error.contains("mvn test-compile"),
        "{error}"
    );
    std::fs::create_dir_all(root.join("target/test-classes")).unwrap();
    let dependency =
        "<dependency><groupId>g</groupId><artifactId>no-such</artifactId><version>1</version></dependency>";
    std::fs::write(
        root.join("pom.xml"),
        format!("<project><dependencies>{dependency}</dependencies></project>"),
    )
    .unwrap();
    let found = find(&root, false).unwrap();
    assert!(found.remarks[0].contains("g:no-such:1; type `cd "), "{:?}", found.remarks);
    assert!(find(&root.join("target"), false).unwrap_err().contains("neither a pom.xml nor a build.gradle"));
    std::fs::remove_dir_all(root).unwrap();
}

#[test]
fn modules_see_each_other() {
    let root = place("modules", &["one/target/classes/A.class", "two/target/test-classes/B.class"]);
    let modules = "<project><modules><module>one</module><module>two</module></modules></project>";
    std::fs::write(root.join("pom.xml"), modules).unwrap();
    for module in ["one", "two"] {
        std::fs::write(root.join(module).join("pom.xml"), "<project></project>").unwrap();
    }
    let found = find(&root, false).unwrap();
    let [project] = &found.projects[..] else { panic!("{found:?}") };
    assert!(project.class_path.contains(&root.join("one/target/classes")), "{project:?}");
    std::fs::remove_dir_all(root).unwrap();
}
