//! The files for the portals of the GST: e-invoices (form INV-01) and e-way bills, of posted documents alone.

mod bills;
mod inv01;
mod paper;
mod pen;
mod place;

pub use paper::{PaperLine, PortalPaper};
use pen::Pen;

use crate::declare::case::Look;
use crate::docs::invoices::{INVOICE, Invoice};
use crate::docs::notes::Note;
use crate::error::{Code, Halt};
use crate::kept::doc::Doc;
use crate::said;
use crate::schema::DocType;

/// What is written for a portal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PortalFile {
    #[default]
    Inv01,
    EwayBill,
}

impl PortalFile {
    /// The file of its name in an address.
    pub fn parse(name: &str) -> Option<PortalFile> {
        match name {
            "inv01" => Some(PortalFile::Inv01),
            "eway" => Some(PortalFile::EwayBill),
            _ => None,
        }
    }
}

/// Whether a posted document still needs what the file asks for.
///
/// Errors: `Fault`.
pub fn waits(look: &Look, file: PortalFile, doc: &Doc) -> Result<bool, Halt> {
    if doc.status != crate::docs::invoices::POSTED {
        return Ok(false);
    }
    match file {
        PortalFile::Inv01 => Ok(paper::stands(look, doc)? == super::invoices::irn::NEEDED),
        PortalFile::EwayBill if doc.kind != INVOICE.key => Ok(false),
        PortalFile::EwayBill => {
            let invoice = Invoice::of(doc)?;
            Ok(invoice.ewb_no.is_none() && invoice.ewb_needed)
        }
    }
}

/// What a portal is told of a document.
///
/// Errors: `BadState` of one that is not posted; `Rule` of one that the portal is not told of, or no more.
pub fn paper(look: &Look, file: PortalFile, def: &DocType, doc: &Doc) -> Result<PortalPaper, Halt> {
    paper::posted(def, doc)?;
    let told = match doc.kind == INVOICE.key {
        true => paper::of_invoice(look, doc, &Invoice::of(doc)?)?,
        false => paper::of_note(look, doc, &Note::of(doc)?)?,
    };
    let refused =
        |why: &str| Err(Halt::refuse(Code::Rule, said!("{name} {why}", name = doc.name(def), why)));
    match file {
        PortalFile::Inv01 => {
            let state = paper::stands(look, doc)?;
            paper::reported(look, def, doc, &told.buyer, &state)?;
        }
        PortalFile::EwayBill if doc.kind != INVOICE.key => {
            return refused("has no e-way bill: it is a note");
        }
        PortalFile::EwayBill if doc.text("ewb_no").is_some() => {
            return refused("has its e-way bill already");
        }
        PortalFile::EwayBill => {}
    }
    Ok(told)
}

/// A file in the making: documents are written one by one.
#[derive(Debug)]
pub struct PortalPen {
    file: PortalFile,
    pen: Pen,
}

impl PortalPen {
    /// An empty file.
    pub fn begin(file: PortalFile) -> PortalPen {
        PortalPen { file, pen: Pen::default() }
    }

    /// Writes one document; its bytes follow from its frozen copy alone.
    ///
    /// Errors: as `paper`.
    pub fn add(&mut self, look: &Look, def: &DocType, doc: &Doc) -> Result<(), Halt> {
        let paper = paper(look, self.file, def, doc)?;
        match self.file {
            PortalFile::Inv01 => inv01::write(&mut self.pen, &paper),
            PortalFile::EwayBill => bills::write(&mut self.pen, &paper, &Invoice::of(doc)?),
        }
        Ok(())
    }

    /// The file as the portal takes it.
    pub fn finish(self) -> Vec<u8> {
        let list = self.pen.done();
        match self.file {
            PortalFile::Inv01 => format!("[{list}]"),
            PortalFile::EwayBill => {
                format!("{{\"version\":\"{}\",\"billLists\":[{list}]}}", bills::VERSION)
            }
        }
        .into_bytes()
    }
}
