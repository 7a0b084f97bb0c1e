//! The words that a field is declared with.

use super::check;
use super::{Choice, DocType, Field, Format, Guarded, Kind, Need, Offer, Only, Unit};

const fn field(key: &'static str, label: &'static str, kind: Kind) -> Field {
    Field {
        key,
        label,
        kind,
        need: Need::Never,
        least: 0,
        listed: false,
        searched: false,
        unique: false,
        immutable: false,
        computed: false,
        internal: false,
        only: None,
        gives_rights: false,
        guarded: Guarded::Open,
        help: "",
        missing: "",
        today: false,
        default: "",
        offer: None,
    }
}

pub const fn text(key: &'static str, label: &'static str, max: u32) -> Field {
    field(key, label, Kind::Text { max })
}

/// A name of at least two letters.
pub const fn called(key: &'static str, label: &'static str, max: u32) -> Field {
    let mut field = text(key, label, max);
    field.least = 2;
    field
}

pub const fn note(key: &'static str, label: &'static str, max: u32) -> Field {
    field(key, label, Kind::Note { max })
}

pub const fn code(key: &'static str, label: &'static str, format: &'static Format) -> Field {
    field(key, label, Kind::Code(format))
}

pub const fn int(key: &'static str, label: &'static str, min: i64, max: i64) -> Field {
    field(key, label, Kind::Int { unit: Unit::None, min, max })
}

/// Up to ₹99,99,99,99,999.99.
pub const fn paise(key: &'static str, label: &'static str) -> Field {
    field(key, label, Kind::Int { unit: Unit::Paise, min: 0, max: 9_999_999_999_999 })
}

/// Up to 999,999.999 kg.
pub const fn grams(key: &'static str, label: &'static str) -> Field {
    field(key, label, Kind::Int { unit: Unit::Grams, min: 0, max: 999_999_999 })
}

pub const fn pieces(key: &'static str, label: &'static str) -> Field {
    field(key, label, Kind::Int { unit: Unit::Pieces, min: 0, max: 999_999 })
}

pub const fn millimetres(key: &'static str, label: &'static str, min: i64, max: i64) -> Field {
    field(key, label, Kind::Int { unit: Unit::Millimetres, min, max })
}

/// Paise per rate unit, above zero.
pub const fn rate(key: &'static str, label: &'static str) -> Field {
    field(key, label, Kind::Int { unit: Unit::Rate, min: 0, max: 9_999_999_999 })
}

/// A percentage in hundredths, up to 100 %.
pub const fn percent(key: &'static str, label: &'static str) -> Field {
    field(key, label, Kind::Int { unit: Unit::Bp, min: 0, max: 10_000 })
}

pub const fn days(key: &'static str, label: &'static str, max: i64) -> Field {
    field(key, label, Kind::Int { unit: Unit::Days, min: 0, max })
}

pub const fn hours(key: &'static str, label: &'static str, max: i64) -> Field {
    field(key, label, Kind::Int { unit: Unit::Hours, min: 0, max })
}

pub const fn yes_no(key: &'static str, label: &'static str) -> Field {
    field(key, label, Kind::Bool)
}

pub const fn date(key: &'static str, label: &'static str) -> Field {
    field(key, label, Kind::Date)
}

pub const fn time(key: &'static str, label: &'static str) -> Field {
    field(key, label, Kind::Time)
}

pub const fn instant(key: &'static str, label: &'static str) -> Field {
    field(key, label, Kind::Instant)
}

pub const fn choice(key: &'static str, label: &'static str, of: &'static [Choice]) -> Field {
    field(key, label, Kind::Choice(of))
}

pub const fn link(key: &'static str, label: &'static str, to: &'static DocType) -> Field {
    field(key, label, Kind::Link(to))
}

pub const fn reason(key: &'static str, label: &'static str, kind: &'static str) -> Field {
    field(key, label, Kind::Reason(kind)).missing(check::NO_REASON)
}

pub const fn rows(
    key: &'static str,
    label: &'static str,
    fields: &'static [Field],
    max: u32,
) -> Field {
    field(key, label, Kind::Rows { fields, min: 0, max })
}

pub const fn group(key: &'static str, label: &'static str, fields: &'static [Field]) -> Field {
    field(key, label, Kind::Group(fields))
}

pub const fn many(key: &'static str, label: &'static str, of: &'static Kind) -> Field {
    field(key, label, Kind::Many(of))
}

pub const fn secret(key: &'static str, label: &'static str) -> Field {
    field(key, label, Kind::Secret)
}

pub const fn file(key: &'static str, label: &'static str) -> Field {
    field(key, label, Kind::File)
}

impl Field {
    pub const fn required(mut self) -> Field {
        self.need = Need::Always;
        self
    }

    /// May be empty in a draft only.
    pub const fn on_submit(mut self) -> Field {
        self.need = Need::Submit;
        self
    }

    pub const fn listed(mut self) -> Field {
        self.listed = true;
        self
    }

    pub const fn searched(mut self) -> Field {
        self.searched = true;
        self
    }

    pub const fn unique(mut self) -> Field {
        self.unique = true;
        self
    }

    pub const fn immutable(mut self) -> Field {
        self.immutable = true;
        self
    }

    pub const fn computed(mut self) -> Field {
        self.computed = true;
        self
    }

    /// The program's own note: no page and no history tells it.
    pub const fn internal(mut self) -> Field {
        self.internal = true;
        self.computed()
    }

    /// Only where another field of the record has one of these values.
    pub const fn only(mut self, field: &'static str, values: &'static [&'static str]) -> Field {
        self.only = Some(Only { field, values });
        self
    }

    /// What the person may do follows from it.
    pub const fn gives_rights(mut self) -> Field {
        self.gives_rights = true;
        self
    }

    pub const fn guarded(mut self, by: Guarded) -> Field {
        self.guarded = by;
        self
    }

    pub const fn help(mut self, words: &'static str) -> Field {
        self.help = words;
        self
    }

    pub const fn missing(mut self, message: &'static str) -> Field {
        self.missing = message;
        self
    }

    /// The default of a new document, as JSON text.
    pub const fn default(mut self, json: &'static str) -> Field {
        self.default = json;
        self
    }

    /// A new document begins with the day on which it is typed, which the page proposes: a day that a caller or a file
    /// leaves out is still missing.
    pub const fn today(mut self) -> Field {
        self.today = true;
        self
    }

    /// Offers documents beyond what the chooser sees.
    pub const fn offers(mut self, who: &'static Offer) -> Field {
        self.offer = Some(who);
        self
    }

    /// Narrows or widens an integer's bounds.
    pub const fn between(mut self, low: i64, high: i64) -> Field {
        if let Kind::Int { unit, .. } = self.kind {
            self.kind = Kind::Int { unit, min: low, max: high };
        }
        self
    }

    /// At least so many rows once the document leaves its draft.
    pub const fn at_least(mut self, rows: u32) -> Field {
        if let Kind::Rows { fields, max, .. } = self.kind {
            self.kind = Kind::Rows { fields, min: rows, max };
        }
        self
    }
}
