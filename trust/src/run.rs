//! Runs classes of cases side by side, and reports how many cases ran, how many of them met, and which
//! failed.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use clearance_testkit::Random;

/// The result of a case: whether the shapes met (a class in which nearly all miss tests little), or what was
/// wrong.
pub type Outcome = Result<bool, String>;

/// A kind of cases.
pub struct Class {
    /// Its name on the command line.
    pub name: &'static str,
    /// A short description.
    pub about: &'static str,
    /// The least and the largest share of cases that must hit, in per cent.
    pub hits: [u64; 2],
    /// Asks one case.
    pub ask: fn(&mut Random) -> Outcome,
}

/// The length of a run, and its first seed.
pub struct Plan {
    /// The total time.
    pub time: Duration,
    /// The seed of the first case.
    pub seed: u64,
    /// This many cases of each class, instead of a time.
    pub cases: Option<u64>,
}

/// A case that takes longer than this counts as endless.
const ENDLESS: Duration = Duration::from_secs(60);
/// Classes take turns, so that each gets its share of the time, however long the cases of another take.
const TURN: Duration = Duration::from_millis(100);
/// The most failures of one class that are printed.
const PRINTED: usize = 5;

#[derive(Default)]
struct Tally {
    asked: u64,
    hits: u64,
    failed: u64,
    /// The longest case and its seed.
    slowest: (Duration, u64),
}

/// What a thread is working on: the class, the seed, and since when.
type Current = Mutex<Option<(&'static str, u64, Instant)>>;

struct Work<'a> {
    classes: &'a [&'static Class],
    plan: &'a Plan,
    end: Instant,
    tallies: Vec<Mutex<Tally>>,
    /// The next seed of each class.
    seeds: Vec<AtomicU64>,
    over: AtomicBool,
}

/// Whether all cases passed; prints the table of results.
pub fn run(classes: &[&'static Class], plan: &Plan) -> bool {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let work = Work {
        classes,
        plan,
        end: Instant::now() + plan.time,
        tallies: classes.iter().map(|_| Mutex::default()).collect(),
        seeds: classes.iter().map(|_| AtomicU64::new(plan.seed)).collect(),
        over: AtomicBool::new(false),
    };
    let work = &work;
    let current: Vec<Current> = (0..threads).map(|_| Mutex::default()).collect();
    std::panic::set_hook(Box::new(|_| {})); // a panic is reported with the case that caused it
    thread::scope(|scope| {
        let workers: Vec<_> = current
            .iter()
            .enumerate()
            .map(|(i, current)| scope.spawn(move || work.take_turns(i, current)))
            .collect();
        watch(&current, || {
            workers.iter().all(thread::ScopedJoinHandle::is_finished)
        })
    });
    let _ = std::panic::take_hook();
    work.print();
    work.holds()
}

/// Waits for the workers. An endless case cannot be stopped: it is named, and the process ends.
fn watch(current: &[Current], is_done: impl Fn() -> bool) {
    while !is_done() {
        thread::sleep(Duration::from_millis(50));
        for slot in current {
            let at = *lock(slot);
            if let Some((name, seed, _)) = at.filter(|(_, _, since)| since.elapsed() > ENDLESS) {
                println!(
                    "FAILED {name} --seed {seed}: no answer after {} s",
                    ENDLESS.as_secs()
                );
                std::process::exit(1);
            }
        }
    }
}

impl Work<'_> {
    fn take_turns(&self, worker: usize, current: &Current) {
        let mut turn = worker;
        while !self.over.load(Ordering::Relaxed) {
            let k = turn % self.classes.len();
            let start = Instant::now();
            let mut asked = 0;
            while asked == 0 || start.elapsed() < TURN {
                if !self.one(k, current) {
                    break;
                }
                asked += 1;
            }
            turn += 1;
            if self.is_over() {
                self.over.store(true, Ordering::Relaxed);
            }
        }
    }
    fn is_over(&self) -> bool {
        match self.plan.cases {
            Some(cases) => {
                let end = self.plan.seed + cases;
                self.seeds.iter().all(|seed| seed.load(Ordering::Relaxed) >= end)
            }
            None => Instant::now() >= self.end,
        }
    }
    /// Runs the next case of a class, if there is one.
    fn one(&self, k: usize, current: &Current) -> bool {
        let (class, seed) = (self.classes[k], self.seeds[k].fetch_add(1, Ordering::Relaxed));
        if self
            .plan
            .cases
            .is_some_and(|cases| seed >= self.plan.seed + cases)
        {
            return false;
        }
        let start = Instant::now();
        set(current, Some((class.name, seed, start)));
        let outcome = catch_unwind(AssertUnwindSafe(|| (class.ask)(&mut Random::new(seed))));
        set(current, None);
        self.count(
            k,
            seed,
            start.elapsed(),
            outcome.unwrap_or_else(|panic| Err(message(&*panic))),
        );
        true
    }
    fn count(&self, k: usize, seed: u64, took: Duration, outcome: Outcome) {
        let mut tally = self.tallies[k]
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        tally.asked += 1;
        tally.slowest = tally.slowest.max((took, seed));
        match outcome {
            Ok(hit) => tally.hits += u64::from(hit),
            Err(what) => {
                tally.failed += 1;
                if tally.failed <= PRINTED as u64 {
                    println!("FAILED {} --seed {seed}: {what}", self.classes[k].name);
                }
            }
        }
    }
    fn each(&self) -> impl Iterator<Item = (&'static Class, MutexGuard<'_, Tally>)> {
        self.classes.iter().copied().zip(self.tallies.iter().map(lock))
    }
    fn print(&self) {
        println!(
            "{:<10} {:>9} {:>5} {:>7} {:>11}  what",
            "class", "cases", "hit", "failed", "longest"
        );
        for (class, tally) in self.each() {
            let share = 100.0 * tally.hits as f64 / tally.asked.max(1) as f64;
            let (longest, seed) = (tally.slowest.0.as_secs_f64() * 1e3, tally.slowest.1);
            println!(
                "{:<10} {:>9} {share:>4.0}% {:>7} {longest:>8.1} ms  {} (longest: seed {seed})",
                class.name, tally.asked, tally.failed, class.about
            );
        }
        let (asked, failed) = self
            .each()
            .fold((0, 0), |(a, f), (_, t)| (a + t.asked, f + t.failed));
        println!("{} passed, {failed} failed", asked - failed);
    }
    /// Whether no case failed, and enough cases of each class hit and missed, if there were enough to tell.
    fn holds(&self) -> bool {
        let mut holds = true;
        for (class, tally) in self.each() {
            let share = 100 * tally.hits / tally.asked.max(1);
            if tally.asked >= 200 && !(class.hits[0]..=class.hits[1]).contains(&share) {
                println!(
                    "FAILED {}: {share} % of the cases hit, {:?} expected",
                    class.name, class.hits
                );
                holds = false;
            }
            holds &= tally.failed == 0 && tally.asked > 0;
        }
        holds
    }
}

/// A panic within a case does not invalidate the numbers kept here.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn set(current: &Current, to: Option<(&'static str, u64, Instant)>) {
    *lock(current) = to;
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    format!("panic: {}", text.unwrap_or("without a word"))
}
