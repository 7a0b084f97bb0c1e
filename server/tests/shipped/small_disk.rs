//! The same on real file systems of some megabytes, full to the last byte: also where another
//! program took what the server held for itself, and where it never held anything.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::full::{Place, furnished, round};
use crate::kit;
use crate::proof::dice::Dice;
use crate::proof::{report, seeds};
use crate::shop::Shop;
use crate::site::Site;

/// Set for the run that may mount: the directory to mount in.
const INSIDE: &str = "SMALL_DISK";
const NAME: &str = "small_disk::a_disk_without_a_free_byte_is_read_and_people_are_let_in_and_out";
const ROW: &str = "T4 a small disk without a free byte";
const TARGET: &str = "0 lost, reads go on, starts";
const MB: usize = 64;

/// What became of the room that the server holds.
#[derive(Clone, Copy, PartialEq)]
enum Held {
    Whole,
    /// It was given back, and another program took it.
    Eaten,
    /// The server was told to hold none.
    None,
    /// The directory came from elsewhere onto a disk that was full.
    Never,
}

const HELD: [Held; 4] = [Held::Whole, Held::Eaten, Held::None, Held::Never];

struct Mounted {
    disk: PathBuf,
    data: PathBuf,
    held: Held,
}

/// Takes every byte that is left.
fn take_all(path: &Path) {
    let mut file = OpenOptions::new().create(true).append(true).open(path).unwrap();
    for part in [1 << 20, 4096, 1] {
        let bytes = vec![0; part];
        while file.write_all(&bytes).and_then(|()| file.sync_data()).is_ok() {}
    }
}

impl Mounted {
    fn others(&self, name: &str) -> PathBuf {
        self.disk.join(name)
    }
}

impl Place for Mounted {
    fn start(&self) -> Site {
        let reserve = if self.held == Held::None { "0" } else { "1" };
        Site::try_start(&self.data, &[("GODOWN_RESERVE", reserve)]).unwrap()
    }

    fn data(&self) -> &Path {
        &self.data
    }

    fn leave(&self, bytes: usize) {
        let free = rustix::fs::statvfs(&self.disk).unwrap();
        let free = free.f_bavail * free.f_frsize;
        let mut file = File::create(self.others("ballast")).unwrap();
        let mut left = free.saturating_sub(bytes as u64);
        while left > 0 {
            let part = left.min(1 << 20);
            file.write_all(&vec![0; part as usize]).unwrap();
            left -= part;
        }
        file.sync_all().unwrap();
    }

    fn fill(&self) {
        match self.held {
            Held::Whole | Held::None => {}
            Held::Eaten => drop(fs::remove_file(self.data.join("reserve"))),
            Held::Never => {
                // A copy takes no room but its files' own.
                let aside = tempfile::tempdir().unwrap();
                kit::copy(&self.data, aside.path());
                fs::remove_dir_all(&self.data).unwrap();
                kit::copy(aside.path(), &self.data);
                drop(fs::remove_file(self.data.join("reserve")));
            }
        }
        take_all(&self.others("filler"));
    }

    fn empty(&self) {
        for name in ["filler", "ballast"] {
            fs::remove_file(self.others(name)).unwrap();
        }
    }

    fn knows(&self) -> bool {
        self.held != Held::None
    }
}

fn run(program: &str, args: &[&str]) -> bool {
    Command::new(program).args(args).status().is_ok_and(|status| status.success())
}

/// Mounts a file system of its kind, which goes with the namespace.
fn mount(kind: &str, at: &Path) -> bool {
    let place = at.to_str().unwrap();
    if kind == "tmpfs" {
        return run("mount", &["-t", "tmpfs", "-o", &format!("size={MB}m"), "none", place]);
    }
    let image = at.with_extension("img");
    File::create(&image).unwrap().set_len((MB as u64) << 20).unwrap();
    let image = image.to_str().unwrap();
    run("mkfs.ext4", &["-q", "-F", "-m", "0", image]) && run("mount", &["-o", "loop", image, place])
}

fn play(inside: &Path) {
    let shop = furnished();
    let kinds = ["tmpfs", "ext4"].map(|kind| (kind, inside.join(kind)));
    let mounted = |(kind, at): &(&'static str, PathBuf)| {
        fs::create_dir(at).unwrap();
        mount(kind, at)
    };
    let disks: Vec<_> = kinds.into_iter().filter(mounted).collect();
    assert!(!disks.is_empty(), "no file system can be mounted");
    let rounds = seeds(200, 4);
    let mut acknowledged = 0;
    for seed in rounds.clone() {
        let (_, disk) = &disks[seed / HELD.len() % disks.len()];
        acknowledged += on(&shop, disk, HELD[seed % HELD.len()], seed);
    }
    let names: Vec<&str> = disks.iter().map(|(kind, _)| *kind).collect();
    let figure = format!(
        "{} of {MB} MB; {acknowledged} acknowledged, 0 lost; it starts, lets in and out, reads, \
         exports, writes get 507, with the room it holds, without, with that eaten, and where it \
         never held any",
        names.join(" and ")
    );
    report(ROW, rounds.len(), &figure, TARGET);
}

fn on(shop: &Shop, disk: &Path, held: Held, seed: usize) -> usize {
    let data = disk.join(format!("data{seed}"));
    kit::copy(shop.copy().path(), &data);
    let place = Mounted { disk: disk.to_owned(), data, held };
    let acknowledged = round(shop, &place, &mut Dice(seed as u64));
    fs::remove_dir_all(&place.data).unwrap();
    acknowledged
}

/// Mounting asks for rights that a test has in a namespace of its own alone.
#[test]
fn a_disk_without_a_free_byte_is_read_and_people_are_let_in_and_out() {
    if let Some(inside) = std::env::var_os(INSIDE) {
        return play(Path::new(&inside));
    }
    let alone: [&[&str]; 2] = [&["-m"], &["-Urm"]];
    let Some(flags) = alone.into_iter().find(|flags| run("unshare", &[*flags, &["true"]].concat()))
    else {
        // Said, and at full size no row that is taken for played.
        report(ROW, 0, "not played: this machine lets nobody mount a file system", TARGET);
        assert!(std::env::var_os("PROVE").is_none(), "no file system can be mounted here");
        return;
    };
    let inside = tempfile::tempdir().unwrap();
    let mut again = Command::new("unshare");
    again.args(flags).arg(std::env::current_exe().unwrap());
    again.args([NAME, "--exact", "--nocapture"]).env(INSIDE, inside.path());
    assert!(again.status().unwrap().success());
}
