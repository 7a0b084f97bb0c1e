//! What is said to a person: a text with names in braces and what stands for each, so that the browser can say
//! it in another language.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use crate::json::json_struct;

/// What documents are called that say nothing of what they are grouped by.
pub const NOT_SET: &str = "Not set";

json_struct! { WHOLE
    /// A text as it is written in the program, and what stands for the names in its braces.
    #[derive(Eq)]
    pub struct Phrase {
        pub text: String,
        pub with: BTreeMap<String, String>,
    }
}

/// A sentence for a person: in English, and as the [`Phrase`] that it was made of where it has parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    message: Cow<'static, str>,
    phrase: Option<Phrase>,
}

/// A sentence with parameters: `said!("Only {free} of {sku} are free", free, sku = doc.name(def))`.
///
/// A name without a value does not compile, and neither does a value without a name. Braces hold a name and
/// nothing else: a value is written as it shall be read before it comes here.
#[macro_export]
macro_rules! said {
    (@ $name:ident = $value:expr) => { $value };
    (@ $name:ident) => { $name };
    ($text:literal $(, $name:ident $(= $value:expr)?)+ $(,)?) => {{
        // Only for the compiler to compare the names: `concat!` keeps it from taking a variable for one.
        if false {
            let _ = format_args!(concat!($text), $($name = ""),+);
        }
        $crate::said::Said::of($text, &[
            $((stringify!($name), &$crate::said!(@ $name $(= $value)?) as &dyn std::fmt::Display)),+
        ])
    }};
}

impl Said {
    /// What [`said!`](crate::said!) makes: one function fills all texts, because code for each would be downloaded.
    pub fn of(text: &'static str, with: &[(&'static str, &dyn fmt::Display)]) -> Said {
        let with = with.iter().map(|(name, value)| ((*name).to_owned(), value.to_string()));
        let phrase = Phrase { text: text.to_owned(), with: with.collect() };
        Said { message: phrase.filled().into(), phrase: Some(phrase) }
    }

    /// A sentence that came with the phrase it was made of, if it had one.
    pub fn again(message: String, phrase: Option<Phrase>) -> Said {
        Said { message: message.into(), phrase }
    }

    /// A sentence that another has finished: no other language can say it, so that a text is better where one is.
    pub fn finished(text: String) -> Said {
        Said::again(text, None)
    }

    /// The English sentence, and its phrase where it has parameters.
    pub fn parts(self) -> (String, Option<Phrase>) {
        (self.message.into_owned(), self.phrase)
    }

    /// The same of what may be said.
    pub fn parts_of(said: Option<Said>) -> (Option<String>, Option<Phrase>) {
        let (message, phrase) = said.map(Said::parts).unzip();
        (message, phrase.flatten())
    }

    /// The sentence in English.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl Phrase {
    /// The text with what stands for its names.
    fn filled(&self) -> String {
        let mut made = String::new();
        let mut rest = self.text.as_str();
        while let Some((before, named)) = rest.split_once('{') {
            made.push_str(before);
            let (name, after) = named.split_once('}').unwrap_or((named, ""));
            made.push_str(self.with.get(name).map_or("", String::as_str));
            rest = after;
        }
        made.push_str(rest);
        made
    }
}

impl From<&'static str> for Said {
    /// A text without parameters.
    fn from(text: &'static str) -> Said {
        Said { message: text.into(), phrase: None }
    }
}

impl fmt::Display for Said {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_and_its_parameters_make_the_sentence() {
        let free = 3;
        let (message, phrase) = said!("Only {free} of {sku} are free", free, sku = "ISA").parts();
        assert_eq!(message, "Only 3 of ISA are free");
        let wanted = serde_json::json!({
            "text": "Only {free} of {sku} are free", "with": { "free": "3", "sku": "ISA" }
        });
        assert_eq!(serde_json::to_value(phrase).unwrap(), wanted);
        assert_eq!(Said::from("Nothing is free").parts(), ("Nothing is free".to_owned(), None));
    }

    #[test]
    fn what_stands_for_a_name_is_not_read_again() {
        let made = said!("{a} and {b}", a = "{b}", b = "{");
        assert_eq!(made.message(), "{b} and {");
    }
}
