//! The numbers of documents, without gaps.

use crate::declare::case::{Case, SeriesForm};
use crate::error::{Code, Halt};
use crate::kept::keys;
use crate::said;
use crate::schema::{DocType, Series};
use crate::value::Day;

impl Case<'_> {
    /// Takes the next number of a type's series for a branch and the financial year of a day.
    /// Nothing is burnt: the counter is written by the same commit or not at all.
    ///
    /// Errors: what closes the series, and `Rule` when its last number was given.
    pub fn number(
        &mut self,
        def: &DocType,
        series: &Series,
        prefix: &str,
        day: Day,
    ) -> Result<String, Halt> {
        if series.plain {
            let next = self.next_of(keys::next(def.key, "", ""), i64::MAX)?.unwrap_or(i64::MAX);
            return Ok(format!("{}-{next:0width$}", series.word, width = series.width));
        }
        let fy = day.fy().to_string();
        let own = (self.register.hooks.series_form)(self, def.key, prefix, &fy)?;
        let width = own.as_ref().map_or(series.width, |own| own.width);
        let prefix = own.and_then(|own| own.prefix).unwrap_or_else(|| prefix.to_owned());
        let head = match series.word {
            "" => format!("{prefix}{}/{fy}", series.suffix),
            word => format!("{word}/{prefix}/{fy}"),
        };
        let last = SeriesForm::last(width);
        match self.next_of(keys::next(def.key, &prefix, &fy), last)? {
            Some(next) => Ok(format!("{head}/{next:0width$}")),
            None => {
                let message = said!(
                    "The series {head} is exhausted: {last} was its last number. Give it more digits, or a \
                     prefix of its own, under Number series",
                    head,
                    last
                );
                Err(Halt::refuse(Code::Rule, message))
            }
        }
    }

    /// Takes the next number of a counter; none when the last one was taken.
    fn next_of(&mut self, key: String, last: i64) -> Result<Option<i64>, Halt> {
        let next: i64 = self.value(&key)?.unwrap_or(1);
        if next > last {
            return Ok(None);
        }
        self.put(key, &next.saturating_add(1))?;
        Ok(Some(next))
    }
}
