//! A question to frames: which rows, grouped by what, and what is told of each group.

/// A filter on rows. A path goes through links: `customer.district`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Filter {
    /// The value lies between the two, both included.
    Between(String, i64, i64),
    /// The value is one of these.
    In(String, Vec<i64>),
    /// The text is one of these; a text that is nowhere matches nothing.
    Text(String, Vec<String>),
    Not(Box<Filter>),
    All(Vec<Filter>),
    Any(Vec<Filter>),
}

impl Filter {
    pub fn is(path: &str, value: i64) -> Filter {
        Filter::Between(path.to_owned(), value, value)
    }

    pub fn not(path: &str, value: i64) -> Filter {
        Filter::Not(Box::new(Filter::is(path, value)))
    }

    /// Both bounds are included.
    pub fn between(path: &str, from: i64, to: i64) -> Filter {
        Filter::Between(path.to_owned(), from, to)
    }

    pub(super) fn paths<'a>(&'a self, into: &mut Vec<&'a str>) {
        match self {
            Filter::Between(path, ..) | Filter::In(path, _) | Filter::Text(path, _) => {
                into.push(path)
            }
            Filter::Not(inner) => inner.paths(into),
            Filter::All(filters) | Filter::Any(filters) => {
                filters.iter().for_each(|filter| filter.paths(into))
            }
        }
    }

    pub fn within(path: &str, values: &[i64]) -> Filter {
        Filter::In(path.to_owned(), values.to_vec())
    }

    pub fn text<T: AsRef<str>>(path: &str, texts: &[T]) -> Filter {
        Filter::Text(path.to_owned(), texts.iter().map(|text| text.as_ref().to_owned()).collect())
    }
}

/// The aggregate that a measure computes for a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    Sum,
    /// The sum of each value times what stands at the end of another path.
    Product,
    Count,
    /// How many different values.
    Distinct,
    /// 0 of a group in which no row meets the measure's own condition.
    Min,
    /// As `Min`.
    Max,
}

/// One number per group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aggregate {
    pub name: String,
    pub op: Fold,
    /// The path of its values; empty for a count.
    pub of: String,
    /// Only rows that meet this count; of a `signed` sum, those that do not are taken away.
    pub when: Option<Filter>,
    pub signed: bool,
    /// Of a product: the other path, and what the sum is divided by, half away from zero.
    pub times: Option<(String, i64)>,
}

impl Aggregate {
    /// The sum of what stands at the end of a path, over the rows that meet a condition.
    pub(super) fn sum(path: &str, when: Option<Filter>) -> Aggregate {
        let (name, of) = (path.to_owned(), path.to_owned());
        Aggregate { name, op: Fold::Sum, of, when, signed: false, times: None }
    }
}

/// A question to one frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrameQuery {
    pub frame: String,
    pub filters: Vec<Filter>,
    pub keys: Vec<String>,
    pub measures: Vec<Aggregate>,
    /// Other frames told in the same groups: their keys and measures stand in the same order.
    pub also: Vec<FrameQuery>,
}

impl FrameQuery {
    pub fn of(frame: &str) -> FrameQuery {
        FrameQuery { frame: frame.to_owned(), ..FrameQuery::default() }
    }

    /// Only rows that meet this too.
    pub fn filter(mut self, filter: Filter) -> FrameQuery {
        self.filters.push(filter);
        self
    }

    /// One group per value of this path, within those of the paths before.
    pub fn by(mut self, path: &str) -> FrameQuery {
        self.keys.push(path.to_owned());
        self
    }

    pub fn sum(self, name: &str, path: &str) -> FrameQuery {
        self.measure(name, Fold::Sum, path, None, false)
    }

    /// The rows that meet a condition less those that do not.
    pub fn balance(self, name: &str, path: &str, plus: Filter) -> FrameQuery {
        self.measure(name, Fold::Sum, path, Some(plus), true)
    }

    /// The sum taken away: for a frame that is told as a balance together with another.
    pub fn less(self, name: &str, path: &str) -> FrameQuery {
        self.balance(name, path, Filter::Any(Vec::new()))
    }

    /// Tells the rows of another frame in the same groups and measures, which stand in the same order.
    pub fn also(mut self, other: FrameQuery) -> FrameQuery {
        self.also.push(other);
        self
    }

    pub fn count(self, name: &str) -> FrameQuery {
        self.measure(name, Fold::Count, "", None, false)
    }

    pub fn distinct(self, name: &str, path: &str) -> FrameQuery {
        self.measure(name, Fold::Distinct, path, None, false)
    }

    pub fn min(self, name: &str, path: &str) -> FrameQuery {
        self.measure(name, Fold::Min, path, None, false)
    }

    pub fn max(self, name: &str, path: &str) -> FrameQuery {
        self.measure(name, Fold::Max, path, None, false)
    }

    fn measure(
        mut self,
        name: &str,
        op: Fold,
        path: &str,
        when: Option<Filter>,
        signed: bool,
    ) -> FrameQuery {
        self.measures.push(Aggregate {
            name: name.to_owned(),
            op,
            of: path.to_owned(),
            when,
            signed,
            times: None,
        });
        self
    }
}
