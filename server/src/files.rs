//! Attachments: kept by the hash of their content, synced before anything names them.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use godown_core::shape::{Shape, Shaped};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The largest file that is taken.
pub const LARGEST: usize = 5 * 1024 * 1024;

/// The kinds of file that are taken, known by their first bytes and never by their name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FileType {
    Pdf,
    Jpg,
    Png,
    Xlsx,
}

impl Shaped for FileType {
    fn shape() -> Shape {
        let kinds = [FileType::Pdf, FileType::Jpg, FileType::Png, FileType::Xlsx];
        Shape::Words(kinds.map(FileType::extension).to_vec())
    }
}

impl FileType {
    /// The media types of all of them.
    pub const MEDIA: &[&str] =
        &[FileType::Pdf.mime(), FileType::Jpg.mime(), FileType::Png.mime(), FileType::Xlsx.mime()];

    pub fn sniff(bytes: &[u8]) -> Option<FileType> {
        if bytes.starts_with(b"%PDF-") {
            Some(FileType::Pdf)
        } else if bytes.starts_with(&[0xff, 0xd8, 0xff]) {
            Some(FileType::Jpg)
        } else if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
            Some(FileType::Png)
        } else if is_workbook(bytes) {
            Some(FileType::Xlsx)
        } else {
            None
        }
    }

    pub const fn mime(self) -> &'static str {
        match self {
            FileType::Pdf => "application/pdf",
            FileType::Jpg => "image/jpeg",
            FileType::Png => "image/png",
            FileType::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }

    pub fn extension(self) -> &'static str {
        match self {
            FileType::Pdf => "pdf",
            FileType::Jpg => "jpg",
            FileType::Png => "png",
            FileType::Xlsx => "xlsx",
        }
    }
}

/// A ZIP archive that holds a workbook.
fn is_workbook(bytes: &[u8]) -> bool {
    let holds = |name: &[u8]| bytes.windows(name.len()).any(|window| window == name);
    bytes.starts_with(b"PK\x03\x04") && holds(b"[Content_Types].xml") && holds(b"xl/workbook")
}

/// The metadata of a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct About {
    pub id: String,
    pub name: String,
    #[serde(rename = "type")]
    pub kind: FileType,
    pub size: u64,
}

pub struct Files {
    directory: PathBuf,
    /// Two who send the same file at once write one after the other.
    writing: std::sync::Mutex<()>,
}

impl Files {
    pub fn open(directory: &Path) -> io::Result<Files> {
        let directory = directory.join("files");
        fs::create_dir_all(&directory)?;
        Ok(Files { directory, writing: std::sync::Mutex::new(()) })
    }

    /// The id of a file: the hash of its content.
    pub fn id(bytes: &[u8]) -> String {
        Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Removes a file unless it is still wanted. Nobody keeps one meanwhile. Blocks.
    pub fn remove_unless<E: From<io::Error>>(
        &self,
        id: &str,
        wanted: impl FnOnce() -> Result<bool, E>,
    ) -> Result<(), E> {
        let _writing = self.writing.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if self.about(id)?.is_none() || wanted()? {
            return Ok(());
        }
        // What tells of it goes last, so that a half of it is removed another time.
        for name in [id.to_owned(), format!("{id}.json")] {
            match fs::remove_file(self.directory.join(name)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
                _ => {}
            }
        }
        Ok(())
    }

    /// Keeps a file; when it returns, the file survives the loss of power. Blocks.
    pub fn keep(&self, bytes: &[u8], kind: FileType, name: &str) -> io::Result<About> {
        let _writing = self.writing.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let id = Files::id(bytes);
        if let Some(about) = self.about(&id)? {
            return Ok(About { name: name.to_owned(), ..about });
        }
        self.write(&id, bytes)?;
        let size = bytes.len() as u64;
        let about = About { id, name: name.to_owned(), kind, size };
        self.write(&format!("{}.json", about.id), &serde_json::to_vec(&about)?)?;
        Ok(about)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let aside = self.directory.join(format!("{name}.new"));
        let mut file = File::create(&aside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&aside, self.directory.join(name))?;
        File::open(&self.directory)?.sync_all()
    }

    /// The metadata of a file; `None` when there is none of this id. Blocks.
    pub fn about(&self, id: &str) -> io::Result<Option<About>> {
        if id.len() != 64 || !id.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Ok(None);
        }
        match fs::read(self.directory.join(format!("{id}.json"))) {
            Ok(bytes) => Ok(Some(serde_json::from_slice(&bytes)?)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The bytes of a file that `about` knows. Blocks.
    pub fn bytes(&self, about: &About) -> io::Result<Vec<u8>> {
        fs::read(self.directory.join(&about.id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_what_its_first_bytes_say() {
        assert_eq!(FileType::sniff(b"%PDF-1.7"), Some(FileType::Pdf));
        assert_eq!(FileType::sniff(b"PK\x03\x04 a zip of something else"), None);
        assert_eq!(FileType::sniff(b"<html>%PDF-"), None);
        let book = b"PK\x03\x04 [Content_Types].xml xl/workbook.xml";
        assert_eq!(FileType::sniff(book), Some(FileType::Xlsx));
    }

    #[test]
    fn the_same_bytes_are_kept_once() {
        let directory = tempfile::tempdir().unwrap();
        let files = Files::open(directory.path()).unwrap();
        let one = files.keep(b"%PDF-1.7", FileType::Pdf, "a.pdf").unwrap();
        let two = files.keep(b"%PDF-1.7", FileType::Pdf, "b.pdf").unwrap();
        assert_eq!((&one.id, one.name.as_str()), (&two.id, "a.pdf"));
        let about = files.about(&one.id).unwrap().unwrap();
        assert_eq!((about.name.as_str(), two.name.as_str()), ("a.pdf", "b.pdf"));
        assert_eq!(files.bytes(&about).unwrap(), b"%PDF-1.7");
        assert!(files.about("../token.key").unwrap().is_none());
    }
}
