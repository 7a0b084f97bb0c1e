//! A formula's text as a tree: numbers, names, `+ − × ÷`, brackets, `min`, `max`, `round` and `π`.

use super::exact::Exact;
use crate::said;
use crate::said::Said;

/// The longest formula, in characters.
pub const LONGEST: usize = 500;
/// How deep brackets and functions may stand in each other.
pub const DEEPEST: usize = 32;

/// Words that mean something else than a property.
pub const RESERVED: &[&str] = &["min", "max", "round", "pi"];

/// π to 14 decimals.
const PI: (i128, i128) = (314_159_265_358_979, 100_000_000_000_000);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    Plus,
    Minus,
    Times,
    Over,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    Min,
    Max,
    Round,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    Number(Exact),
    Pi(Exact),
    /// In lower case.
    Name(String),
    Negative(Box<Expr>),
    Both(Sign, Box<Expr>, Box<Expr>),
    Call(Function, Vec<Expr>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Number(Exact),
    Name(String),
    Pi,
    Sign(Sign),
    Open,
    Close,
    Comma,
}

/// The tree of a formula.
///
/// Errors: one sentence for the person who types it.
pub fn parse(text: &str) -> Result<Expr, Said> {
    let length = text.chars().count();
    if length > LONGEST {
        return Err(said!(
            "Expression may have at most {longest} characters, this has {length}",
            longest = LONGEST,
            length
        ));
    }
    let mut parser = Parser { tokens: tokens(text)?, at: 0, depth: 0 };
    let tree = parser.sum()?;
    match parser.peek() {
        None => Ok(tree),
        Some((Token::Close, at)) => Err(said!("The ) at character {at} closes no bracket", at)),
        Some((_, at)) => Err(said!("A sign such as + − × ÷ is missing at character {at}", at)),
    }
}

fn tokens(text: &str) -> Result<Vec<(Token, usize)>, Said> {
    let chars: Vec<char> = text.chars().collect();
    let run = |from: usize, fits: fn(char) -> bool| -> String {
        chars.iter().skip(from).take_while(|c| fits(**c)).collect()
    };
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = chars.get(at).copied() {
        let mut taken = 1;
        let token = match c {
            c if c.is_whitespace() => None,
            '0'..='9' | '.' => {
                let digits = run(at, |c| c.is_ascii_digit() || c == '.');
                taken = digits.len();
                let number = Exact::decimal(&digits).ok_or_else(|| {
                    said!("{digits} at character {at} is not a number", digits, at = at + 1)
                })?;
                Some(Token::Number(number))
            }
            c if c.is_ascii_alphabetic() || c == '_' => {
                let name = run(at, |c| c.is_ascii_alphanumeric() || c == '_');
                taken = name.len();
                let name = name.to_ascii_lowercase();
                Some(if name == "pi" { Token::Pi } else { Token::Name(name) })
            }
            'π' => Some(Token::Pi),
            '+' => Some(Token::Sign(Sign::Plus)),
            '-' | '−' | '–' => Some(Token::Sign(Sign::Minus)),
            '*' | '×' | '·' => Some(Token::Sign(Sign::Times)),
            '/' | '÷' => Some(Token::Sign(Sign::Over)),
            '(' => Some(Token::Open),
            ')' => Some(Token::Close),
            ',' => Some(Token::Comma),
            other => {
                return Err(said!(
                    "{other} at character {at} has no meaning in a formula",
                    other,
                    at = at + 1
                ));
            }
        };
        found.extend(token.map(|token| (token, at + 1)));
        at += taken;
    }
    Ok(found)
}

struct Parser {
    /// Each with the place of its first character, from 1.
    tokens: Vec<(Token, usize)>,
    at: usize,
    depth: usize,
}

impl Parser {
    fn peek(&self) -> Option<&(Token, usize)> {
        self.tokens.get(self.at)
    }

    fn take(&mut self, wanted: &Token) -> bool {
        let found = self.peek().is_some_and(|(token, _)| token == wanted);
        self.at += usize::from(found);
        found
    }

    fn sign(&mut self, of: [Sign; 2]) -> Option<Sign> {
        let sign = match self.peek() {
            Some((Token::Sign(sign), _)) if of.contains(sign) => *sign,
            _ => return None,
        };
        self.at += 1;
        Some(sign)
    }

    fn sum(&mut self) -> Result<Expr, Said> {
        let mut left = self.product()?;
        while let Some(sign) = self.sign([Sign::Plus, Sign::Minus]) {
            left = Expr::Both(sign, Box::new(left), Box::new(self.product()?));
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Expr, Said> {
        let mut left = self.single()?;
        while let Some(sign) = self.sign([Sign::Times, Sign::Over]) {
            left = Expr::Both(sign, Box::new(left), Box::new(self.single()?));
        }
        Ok(left)
    }

    fn single(&mut self) -> Result<Expr, Said> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(said!("Brackets are nested more than {deepest} deep", deepest = DEEPEST));
        }
        let found = self.atom();
        self.depth -= 1;
        found
    }

    fn atom(&mut self) -> Result<Expr, Said> {
        let Some((token, at)) = self.peek().cloned() else {
            return Err("A number or a name is missing at the end".into());
        };
        self.at += 1;
        match token {
            Token::Number(number) => Ok(Expr::Number(number)),
            Token::Pi => Exact::new(PI.0, PI.1).map(Expr::Pi).ok_or_else(Said::default),
            Token::Sign(Sign::Minus) => Ok(Expr::Negative(Box::new(self.single()?))),
            Token::Open => {
                let inner = self.sum()?;
                self.close(at)?;
                Ok(inner)
            }
            Token::Name(name) => match name.as_str() {
                "min" => self.call(Function::Min, &name, at),
                "max" => self.call(Function::Max, &name, at),
                "round" => self.call(Function::Round, &name, at),
                _ if self.peek().is_some_and(|(token, _)| *token == Token::Open) => {
                    Err(said!("{name} is not a function. There are min, max and round", name))
                }
                _ => Ok(Expr::Name(name)),
            },
            Token::Sign(_) | Token::Close | Token::Comma => {
                Err(said!("A number or a name is missing at character {at}", at))
            }
        }
    }

    fn close(&mut self, opened: usize) -> Result<(), Said> {
        match self.take(&Token::Close) {
            true => Ok(()),
            false => Err(said!("The ( at character {opened} is not closed", opened)),
        }
    }

    fn call(&mut self, function: Function, name: &str, at: usize) -> Result<Expr, Said> {
        if !self.take(&Token::Open) {
            return Err(said!(
                "{name} at character {at} needs brackets, as {name}(a, b)",
                name,
                at
            ));
        }
        let mut all = vec![self.sum()?];
        while self.take(&Token::Comma) {
            all.push(self.sum()?);
        }
        self.close(at)?;
        match (function, all.as_slice()) {
            (Function::Round, [_]) => {}
            (Function::Round, [_, Expr::Number(places)])
                if places.is_whole() && places.scaled(1).is_some_and(|places| places <= 6) => {}
            (Function::Round, _) => {
                return Err("round takes a value and how many decimals, 0 to 6".into());
            }
            (_, [_]) => return Err(said!("{name} needs at least two values", name)),
            _ => {}
        }
        Ok(Expr::Call(function, all))
    }
}
