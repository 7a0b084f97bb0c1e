//! The category of a party under GST.

use serde::{Deserialize, Serialize};

use crate::json::json_name;

/// How a customer stands towards the GST.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Category {
    Regular,
    Composition,
    Unregistered,
    /// A unit or developer of a special economic zone.
    #[serde(rename = "SEZ")]
    Sez,
    #[serde(rename = "Deemed export")]
    DeemedExport,
    Overseas,
    /// A UN body, embassy or other holder of a unique identity number.
    #[serde(rename = "UIN")]
    Uin,
    #[serde(rename = "Tax deductor")]
    TaxDeductor,
}

impl Category {
    /// Every category, in the order shown to a user.
    pub const ALL: &[Category] = &[
        Category::Regular,
        Category::Composition,
        Category::Unregistered,
        Category::Sez,
        Category::DeemedExport,
        Category::Overseas,
        Category::Uin,
        Category::TaxDeductor,
    ];

    /// The name in a record and on the screen.
    pub fn name(self) -> &'static str {
        match self {
            Category::Regular => "Regular",
            Category::Composition => "Composition",
            Category::Unregistered => "Unregistered",
            Category::Sez => "SEZ",
            Category::DeemedExport => "Deemed export",
            Category::Overseas => "Overseas",
            Category::Uin => "UIN",
            Category::TaxDeductor => "Tax deductor",
        }
    }

    /// The category of a name, `None` for any other text.
    pub fn parse(name: &str) -> Option<Category> {
        Category::ALL.iter().copied().find(|category| category.name() == name)
    }

    /// Whether a customer of this category must give a GSTIN or UIN.
    pub fn registered(self) -> bool {
        !matches!(self, Category::Unregistered | Category::Overseas)
    }
}

json_name!(Category);
