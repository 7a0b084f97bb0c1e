//! Figures by dimensions as plain loops.

use super::*;

const MONTH: [Window; 3] = [Window::MonthToDate, Window::MonthBefore, Window::OfMonth];

/// A report of figures by dimensions under way.
pub struct Cubed<'a> {
    plain: &'a Plain,
    cube: &'a Cube,
    asked: &'a Asked,
    rows: Vec<&'static Dimension>,
    /// The same before outer ones that say nothing were left out.
    asked_rows: Vec<&'static Dimension>,
    across: Vec<&'static Dimension>,
    measures: Vec<&'static Measure>,
    bases: Vec<&'static Base>,
    sort: Option<(usize, bool)>,
    top: usize,
    /// The batches of which something lies at the end of the last day.
    lying: std::collections::HashSet<i64>,
    /// Working depth, without and with what stands across.
    whole: Vec<Groups>,
    split: Vec<Groups>,
}

impl<'a> Cubed<'a> {
    pub fn of(plain: &'a Plain, cube: &'a Cube, params: &Params, asked: &'a Asked) -> Cubed<'a> {
        let named = |key: &str, usual: &[&str]| -> Vec<String> {
            match params.get(key) {
                Some(text) => {
                    text.split('|').filter(|one| !one.is_empty()).map(str::to_owned).collect()
                }
                None => usual.iter().map(|one| (*one).to_owned()).collect(),
            }
        };
        let dimensions =
            |keys: Vec<String>| keys.iter().map(|key| dimension(key).unwrap()).collect::<Vec<_>>();
        let measures = named("measures", cube.measures);
        let measures: Vec<_> = measures.iter().map(|key| measures::measure(key).unwrap()).collect();
        let sort = params.get("sort").map_or(cube.sort, String::as_str);
        let sorted = measures.iter().position(|one| one.key == sort.trim_start_matches('-'));
        let rows = dimensions(named("rows", cube.rows));
        let mut made = Cubed {
            plain,
            cube,
            asked,
            asked_rows: rows.clone(),
            rows,
            across: dimensions(named("columns", cube.columns)),
            bases: Cubed::bases(&measures),
            measures,
            sort: sorted.map(|at| (at, sort.starts_with('-'))),
            top: params.get("top").map_or(usize::MAX, |text| text.parse().unwrap()),
            lying: Default::default(),
            whole: Vec::new(),
            split: Vec::new(),
        };
        if cube.attributes.iter().any(|one| one.emptied.is_some()) {
            made.lying = plain.lying(asked.to);
        }
        while made.rows.len() > 1 && made.groups(&made.rows[..1], &[]).keys().all(|key| key == &[0])
        {
            made.rows.remove(0);
        }
        for depth in 0..=made.rows.len() {
            made.whole.push(made.groups(&made.rows[..depth], &[]));
            if !made.across.is_empty() {
                made.split.push(made.groups(&made.rows[..depth], &made.across));
            }
        }
        made
    }

    /// The bases of all measures, each once.
    fn bases(measures: &[&'static Measure]) -> Vec<&'static Base> {
        let mut bases: Vec<&'static Base> = Vec::new();
        for base in measures.iter().flat_map(|one| one.bases()).filter_map(bases::base) {
            if bases.iter().all(|known| known.key != base.key) {
                bases.push(base);
            }
        }
        bases
    }

    fn groups(&self, down: &[&'static Dimension], across: &[&'static Dimension]) -> Groups {
        let bases = &self.bases;
        let mut groups = Groups::new();
        for (at, base) in bases.iter().enumerate() {
            // Figures of one frame and window stand in the same groups.
            let beside: Vec<(usize, &&Base)> = bases
                .iter()
                .enumerate()
                .filter(|(_, one)| (one.frame, one.window) == (base.frame, base.window))
                .collect();
            if beside[0].0 != at {
                continue;
            }
            let paths: Option<Vec<_>> =
                down.iter().chain(across).map(|one| one.path(base.frame)).collect();
            let Some(paths) = paths else { continue };
            if !across.is_empty() && MONTH.contains(&base.window) {
                continue;
            }
            let Some(rows) = self.plain.rows_of(base.frame, self.asked, base.window) else {
                continue;
            };
            let keys: Vec<_> =
                paths.iter().map(|path| self.plain.column(base.frame, path)).collect();
            self.sum(&beside, &keys, &rows, bases.len(), &mut groups);
        }
        groups
    }

    fn sum(
        &self,
        bases: &[(usize, &&Base)],
        keys: &[Rc<Column>],
        rows: &[usize],
        width: usize,
        groups: &mut Groups,
    ) {
        let mut different: HashMap<(usize, Vec<i64>), std::collections::HashSet<i64>> =
            HashMap::new();
        let columns: Vec<Rc<Column>> = bases
            .iter()
            .map(|(_, base)| match base.take {
                Taking::Sum(name)
                | Taking::Distinct(name)
                | Taking::Least(name)
                | Taking::Most(name) => self.plain.column(base.frame, name),
                Taking::Product(name, ..) => self.plain.column(base.frame, name),
            })
            .collect();
        let times = |base: &Base| match base.take {
            Taking::Product(_, name, over) => Some((self.plain.column(base.frame, name), over)),
            _ => None,
        };
        let times: Vec<_> = bases.iter().map(|(_, base)| times(base)).collect();
        let mut products: HashMap<(usize, Vec<i64>), i128> = HashMap::new();
        let tests: Vec<_> =
            bases.iter().map(|(_, base)| self.plain.tests(base, self.asked)).collect();
        for &row in rows {
            let meets = |(column, meets): &Test| meets(column.values[row]);
            let met: Vec<bool> = tests.iter().map(|tests| tests.iter().all(meets)).collect();
            if !met.contains(&true) {
                continue;
            }
            let key: Vec<i64> = keys.iter().map(|column| column.values[row]).collect();
            let figures = groups.entry(key.clone()).or_insert_with(|| vec![None; width]);
            for ((((at, base), column), times), met) in
                bases.iter().zip(&columns).zip(&times).zip(met)
            {
                let (value, old) = (column.values[row], figures[*at]);
                let first = !different.contains_key(&(*at, key.clone()));
                let slot = figures[*at].get_or_insert(0);
                if !met {
                    continue;
                }
                match base.take {
                    Taking::Sum(_) => *slot += value,
                    Taking::Product(..) => {
                        let (times, over) = times.as_ref().unwrap();
                        let sum = products.entry((*at, key.clone())).or_default();
                        *sum += i128::from(value) * i128::from(times.values[row]);
                        *slot = rounded(*sum, i128::from(*over)).unwrap();
                    }
                    Taking::Distinct(_) => {
                        different.entry((*at, key.clone())).or_default().insert(value);
                        *slot = different[&(*at, key.clone())].len() as i64;
                    }
                    Taking::Least(_) | Taking::Most(_) => {
                        different.entry((*at, key.clone())).or_default();
                        *slot = match (first, base.take) {
                            (true, _) => value,
                            (_, Taking::Least(_)) => value.min(old.unwrap()),
                            _ => value.max(old.unwrap()),
                        };
                    }
                }
            }
        }
    }

    fn figure(&self, found: Option<&Vec<Option<i64>>>, at: usize) -> Option<i64> {
        let (found, measure, bases) = (found?, self.measures[at], &self.bases);
        let of = |from: &Vec<Option<i64>>, key: &str| {
            from[bases.iter().position(|base| base.key == key).unwrap()]
        };
        let own: Vec<Option<i64>> = measure.bases().map(|key| of(found, key)).collect();
        if own.iter().all(Option::is_none) {
            return None;
        }
        let signs = measure.of.iter().map(|key| if key.starts_with('-') { -1 } else { 1 });
        let n: Vec<i128> =
            own.iter().zip(signs).map(|(n, sign)| i128::from(n.unwrap_or(0)) * sign).collect();
        let all = self.whole[0].get(&Vec::new()).and_then(|all| of(all, measure.bases().next()?));
        let all = i128::from(all.unwrap_or(0));
        let days = i128::from(self.asked.to - self.asked.from + 1);
        match measure.by {
            Working::Sum => Some(n.iter().sum::<i128>() as i64),
            Working::SumKnown => {
                n.iter().any(|one| *one != 0).then(|| n.iter().sum::<i128>() as i64)
            }
            Working::Ratio(first) => {
                rounded(n[..first].iter().sum::<i128>() * 10_000, n[first..].iter().sum())
            }
            Working::PerTonne => rounded(n[0] * 1_000_000, n[1]),
            Working::SumPerTonne => {
                let (of, sums) = n.split_last()?;
                rounded(sums.iter().sum::<i128>() * 1_000_000, *of)
            }
            Working::Spread => {
                Some(rounded(n[0] * 1_000_000, n[1])? - rounded(n[2] * 1_000_000, n[3])?)
            }
            Working::Share => rounded(n[0] * 10_000, all),
            Working::Known => Some(n[0] as i64).filter(|found| *found != 0),
            Working::Cover => rounded(n[0] * days, n[1]),
            Working::Since => (n[0] != 0).then(|| self.asked.to - n[0] as i64),
            Working::Age => Some(self.asked.to - rounded(n[0], n[1])?),
        }
    }

    fn cells(&self, path: &[i64], places: &[Vec<i64>]) -> Vec<ReportCell> {
        let cell = |found: Option<&Vec<Option<i64>>>, at| {
            self.figure(found, at).map_or(ReportCell::None, ReportCell::Number)
        };
        let mut cells = Vec::new();
        for place in places {
            let key: Vec<i64> = path.iter().chain(place).copied().collect();
            let found = self.split[path.len()].get(&key);
            cells.extend(self.split_measures().map(|at| cell(found, at)));
        }
        let found = self.whole[path.len()].get(path);
        cells.extend((0..self.measures.len()).map(|at| cell(found, at)));
        cells
    }

    pub fn told(&self) -> Told {
        let by_name = |dimensions: &[&'static Dimension], a: &[i64], b: &[i64]| {
            let each = dimensions.iter().zip(a.iter().zip(b));
            let mut each = each.map(|(one, (a, b))| self.plain.compare(one, *a, *b));
            each.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        };
        let mut places: Vec<Vec<i64>> = match self.split.first() {
            Some(groups) => groups.keys().cloned().collect(),
            None => Vec::new(),
        };
        places.sort_by(|a, b| by_name(&self.across, a, b));
        let mut heads = vec!["group".to_owned()];
        heads.extend(self.attributes().iter().map(|one| one.key.to_owned()));
        for place in &places {
            let ids = self.across.iter().zip(place).map(|(one, value)| self.plain.id(one, *value));
            let ids = ids.collect::<Vec<_>>().join("|");
            let keys = self.split_measures().map(|at| self.measures[at].key);
            heads.extend(keys.map(|key| format!("{key}@{ids}")));
        }
        heads.extend(self.measures.iter().map(|one| one.key.to_owned()));
        let mut lines = Vec::new();
        self.under(&mut Vec::new(), &places, &mut lines);
        for at in (1..=self.attributes().len()).rev() {
            if lines.iter().all(|line: &Line| line.1[at] == ReportCell::None) {
                heads.remove(at);
                lines.iter_mut().for_each(|line| drop(line.1.remove(at)));
            }
        }
        Told { heads, lines, total: self.cells(&[], &places) }
    }

    /// Figures of a month are told once, and not for what stands across.
    fn split_measures(&self) -> impl Iterator<Item = usize> + '_ {
        let of_month = |at: &usize| {
            let mut bases = self.measures[*at].bases().filter_map(bases::base);
            bases.any(|base| MONTH.contains(&base.window))
        };
        (0..self.measures.len()).filter(move |at| !of_month(at))
    }

    fn attributes(&self) -> Vec<&'static Attribute> {
        // A row says nothing of what its group says.
        let asked = |key: &str| self.asked_rows.iter().any(|one| one.key == key);
        let own = |one: &&Attribute| asked(one.of) && !asked(one.key);
        self.cube.attributes.iter().filter(own).collect()
    }

    fn under(&self, path: &mut Vec<i64>, places: &[Vec<i64>], lines: &mut Vec<Line>) {
        let Some(dimension) = self.rows.get(path.len()) else { return };
        // A group may be known by a depth below or above alone.
        let mut values: Vec<i64> = Vec::new();
        for groups in &self.whole[path.len() + 1..] {
            let within = groups.keys().filter(|key| key.starts_with(path));
            values.extend(within.map(|key| key[path.len()]));
        }
        values.sort_unstable();
        values.dedup();
        let figure = |value: i64, at: usize| {
            let key: Vec<i64> = path.iter().copied().chain([value]).collect();
            self.figure(self.whole[key.len()].get(&key), at)
        };
        let order = |a: &i64, b: &i64| {
            let by_name = self.plain.compare(dimension, *a, *b);
            let Some((at, down)) = self.sort else { return by_name };
            let found = figure(*a, at).cmp(&figure(*b, at));
            (if down { found.reverse() } else { found }).then(by_name)
        };
        values.sort_by(order);
        let innermost = path.len() + 1 == self.rows.len();
        if innermost {
            values.truncate(self.top);
        }
        for value in values {
            path.push(value);
            let figures = self.cells(path, places);
            let empty =
                figures.iter().all(|cell| matches!(cell, ReportCell::None | ReportCell::Number(0)));
            let name = self.plain.name(dimension, value);
            let mut cells =
                vec![ReportCell::Text(if name.is_empty() { "Not set".to_owned() } else { name })];
            cells.extend(self.attributes().iter().map(|one| match dimension.of {
                ValueKind::Rows(frame) if one.of == dimension.key && value > 0 => {
                    match (self.plain.cell(frame, one.path, value as usize - 1), one.emptied) {
                        (ReportCell::Text(text), Some((stands, emptied)))
                            if text == stands && !self.lying.contains(&value) =>
                        {
                            ReportCell::Text(emptied.to_owned())
                        }
                        (cell, _) => cell,
                    }
                }
                _ => ReportCell::None,
            }));
            cells.extend(figures);
            let steps = self.rows.iter().zip(path.iter());
            let steps = steps.map(|(one, value)| (one.key, self.plain.id(one, *value))).collect();
            lines.push((path.len() - 1, cells, steps));
            let written = lines.len();
            self.under(path, places, lines);
            if empty && lines.len() == written {
                lines.pop();
            }
            path.pop();
        }
    }
}

/// Half away from zero; nothing of nothing.
fn rounded(n: i128, d: i128) -> Option<i64> {
    if d == 0 {
        return None;
    }
    let (whole, rest) = (n / d, n % d);
    let away = if (n < 0) == (d < 0) { 1 } else { -1 };
    Some((if rest.abs() * 2 >= d.abs() { whole + away } else { whole }) as i64)
}
