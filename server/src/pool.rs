//! Work that blocks: so much at once, so much that waits, and whoever comes then is told to come back.

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::failure::Failure;

#[derive(Clone)]
pub struct Pool {
    turns: Arc<Semaphore>,
    /// Those at work and those that wait.
    places: Arc<Semaphore>,
    /// Whether its threads stand back for all others.
    behind: bool,
}

impl Pool {
    pub fn new(at_once: usize, waiting: usize) -> Pool {
        let places = Arc::new(Semaphore::new(at_once + waiting));
        Pool { turns: Arc::new(Semaphore::new(at_once)), places, behind: false }
    }

    /// One whose work takes the processor long: it gets what the others leave.
    pub fn behind(at_once: usize, waiting: usize) -> Pool {
        Pool { behind: true, ..Pool::new(at_once, waiting) }
    }

    /// Does the work when it is its turn. Work that was begun goes on if nobody waits for it any more.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let place = self.places.clone().try_acquire_owned();
        let place = place.map_err(|_| Failure::Busy("too many wait for the pool"))?;
        let turn = self.turns.clone().acquire_owned().await;
        let turn = turn.map_err(|_| Failure::Unavailable("the pool is closed".to_owned()))?;
        let work = move || {
            let done = work();
            drop((turn, place));
            done
        };
        if !self.behind {
            let done = tokio::task::spawn_blocking(work);
            return done.await.map_err(|error| Failure::Fault(error.to_string()));
        }
        // A thread that has stood back may not come forward again, so that it serves this work alone.
        let (told, done) = tokio::sync::oneshot::channel();
        let thread = std::thread::Builder::new().name("behind".to_owned()).spawn(move || {
            if let Err(error) = rustix::process::nice(BACK) {
                tracing::debug!(%error, "work goes on at full priority");
            }
            // Whoever asked may be gone.
            let _ = told.send(work());
        });
        thread.map_err(|error| Failure::Unavailable(format!("no thread: {error}")))?;
        done.await.map_err(|error| Failure::Fault(error.to_string()))
    }
}

/// How far work stands back, of 19: a tenth of the processor where others want it.
const BACK: i32 = 10;

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn whoever_finds_no_place_is_told_to_come_back_and_the_others_are_served() {
        let pool = Arc::new(Pool::new(1, 1));
        let (open, gate) = mpsc::channel::<()>();
        let begun = Arc::new(tokio::sync::Notify::new());
        let (busy, tell) = (pool.clone(), begun.clone());
        let first = tokio::spawn(async move {
            let work = move || {
                tell.notify_one();
                let _ = gate.recv();
                1
            };
            busy.run(work).await
        });
        begun.notified().await;
        let busy = pool.clone();
        let second = tokio::spawn(async move { busy.run(|| 2).await });
        tokio::task::yield_now().await;
        let third = pool.run(|| 3).await.unwrap_err();
        assert_eq!(third, Failure::Busy("too many wait for the pool"));
        drop(open);
        assert_eq!(first.await.unwrap().unwrap(), 1);
        assert_eq!(second.await.unwrap().unwrap(), 2);
        assert_eq!(pool.run(|| 4).await.unwrap(), 4);
    }
}
