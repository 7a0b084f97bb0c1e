//! How much triggers may set off within one command: a chain that reaches the limit stops, and the command stands.

/// How deep triggers may set each other off. What people are told by sets nothing off, so a chain is
/// one deep; the limit holds the stack of whoever decides (2 MiB in the server, 1 MiB in a browser) where
/// a type forgets to declare that.
pub const DEPTH: u32 = 4;
/// How many messages triggers may write in one command: ten triggers that each tell two hundred people.
/// More would be an entry of megabytes, and every other command waits for it.
pub const MESSAGES: u32 = 2_000;
/// How many documents one command may write, whoever wants them: ten times what the largest step
/// does (two hundred handed over, each with its own consequences).
pub const DOCUMENTS: u32 = 10_000;

/// What the triggers of the command under way have set off so far.
#[derive(Clone, Debug, Default)]
pub struct TriggerChain {
    depth: u32,
    messages: u32,
    stop: Stop,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stop {
    #[default]
    No,
    /// The limit was reached, and nobody knows yet.
    Reached,
    Told,
}

impl TriggerChain {
    /// Whether a trigger may fire. Each that did ends with [`TriggerChain::end`].
    pub fn begin(&mut self) -> bool {
        if self.stop != Stop::No {
            return false;
        }
        if self.depth == DEPTH {
            self.stop = Stop::Reached;
            return false;
        }
        self.depth += 1;
        true
    }

    /// Whether a trigger may write one more message.
    pub fn write(&mut self) -> bool {
        if self.stop == Stop::No && self.messages == MESSAGES {
            self.stop = Stop::Reached;
        }
        self.messages += 1;
        self.stop == Stop::No
    }

    /// Ends a trigger. Whether it was the first of a chain that reached its limit: true once in a
    /// command.
    pub fn end(&mut self) -> bool {
        self.depth -= 1;
        let first = self.depth == 0 && self.stop == Stop::Reached;
        if first {
            self.stop = Stop::Told;
        }
        first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A trigger that sets itself off; how often it fired, and how often the stop was told.
    fn endless(chain: &mut TriggerChain) -> (u32, u32) {
        if !chain.begin() {
            return (0, 0);
        }
        let (fired, told) = endless(chain);
        (fired + 1, told + u32::from(chain.end()))
    }

    #[test]
    fn triggers_that_set_each_other_off_stop_at_the_depth_and_tell_it_once() {
        let mut chain = TriggerChain::default();
        assert_eq!(endless(&mut chain), (DEPTH, 1));
        assert_eq!(endless(&mut chain), (0, 0), "nothing more fires in this command");
    }

    #[test]
    fn a_chain_writes_so_many_messages_and_no_more() {
        let mut chain = TriggerChain::default();
        assert!(chain.begin());
        let written = (0..MESSAGES + 10).filter(|_| chain.write()).count();
        assert_eq!(written, MESSAGES as usize);
        assert!(chain.end());
        assert!(!chain.begin());
    }

    #[test]
    fn triggers_one_after_another_are_no_chain() {
        let mut chain = TriggerChain::default();
        for _ in 0..3 * DEPTH {
            assert!(chain.begin());
            assert!(!chain.end());
        }
    }
}
