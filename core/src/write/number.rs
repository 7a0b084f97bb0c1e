//! The numbers of documents, without gaps.

use crate::declare::case::Case;
use crate::error::Halt;
use crate::kept::keys;
use crate::schema::{DocType, Series};
use crate::value::Day;

impl Case<'_> {
    /// Takes the next number of a type's series for a branch and the financial year of a day.
    /// Nothing is burnt: the counter is written by the same commit or not at all.
    pub fn number(
        &mut self,
        def: &DocType,
        series: &Series,
        prefix: &str,
        day: Day,
    ) -> Result<String, Halt> {
        let fy = if series.plain { String::new() } else { day.fy().to_string() };
        let branch = if series.plain { "" } else { prefix };
        let key = keys::next(def.key, branch, &fy);
        let next: i64 = self.value(&key)?.unwrap_or(1);
        self.put(key, &(next + 1))?;
        let own = (self.register.hooks.series_width)(self, def.key, branch, &fy)?;
        let width = own.unwrap_or(series.width);
        Ok(match (series.plain, series.word.is_empty()) {
            (true, _) => format!("{}-{next:0width$}", series.word),
            (_, true) => format!("{prefix}{}/{fy}/{next:0width$}", series.suffix),
            (_, false) => format!("{}/{prefix}/{fy}/{next:0width$}", series.word),
        })
    }
}
