// The frame budget: is the drawing on time, and if not, what to leave out?
//
// What counts is the time from one frame to the next, as the browser gives it: that holds the update, the drawing and
// all that the browser does after. Frames are judged in windows. Where more than a few of a window came late, the next
// item of a list is left out; after a good while the last one is tried again, and if that was too much, the wait before
// the next attempt is twice as long, so that the picture does not flicker between the two.

/** Frames a second to hold. */
export const TARGET = 60;
/** A frame later than this many of its periods has been missed. */
const LATE = 1.5;
/** Frames judged together: a second. */
const WINDOW = 60;
/** Of a window, late frames beyond which something is left out, and up to which it went well. */
const TOO_MANY_LATE = 6;
const WELL = 2;
/** Windows that must have gone well before something is tried again; doubled by each failure. */
const FIRST_WAIT = 4;
/** The first frames after a change load code and fill caches; they are not judged. */
const WARM_UP = 15;

export interface Rhythm { framesPerSecond: number; lateShare: number }

export class Budget {
  /** How many items of the list are left out. */
  dropped = 0;
  rhythm: Rhythm = { framesPerSecond: TARGET, lateShare: 0 };
  #intervals: number[] = [];
  #skip = WARM_UP;
  #good = 0;
  #wait = FIRST_WAIT;
  #isTrying = false;

  /** `items`: how many things could be left out. */
  constructor(readonly items: number) {}

  /** Forgets all: the scene is another one. */
  restart(): void {
    this.dropped = 0;
    this.#wait = FIRST_WAIT;
    this.#isTrying = false;
    this.#settle();
  }

  /** What comes next is not to be judged: something else held the page up. */
  excuse(): void {
    this.#skip = WARM_UP;
    this.#intervals = [];
  }

  /**
   * A frame came so many milliseconds after the last; `helps` says whether leaving something out could make the next ones
   * come sooner. Says whether `rhythm` or `dropped` are new.
   */
  frame(interval: number, helps: boolean): boolean {
    if (this.#skip > 0) {
      this.#skip -= 1;
      return false;
    }
    this.#intervals.push(interval);
    if (this.#intervals.length < WINDOW) return false;
    const late = this.#intervals.filter((ms) => ms > LATE * 1000 / TARGET).length;
    const total = this.#intervals.reduce((sum, ms) => sum + ms, 0);
    this.rhythm = { framesPerSecond: WINDOW * 1000 / total, lateShare: late / WINDOW };
    this.#intervals = [];
    if (late > TOO_MANY_LATE && helps) this.#drop();
    else if (late <= WELL) this.#restore();
    return true;
  }

  #drop(): void {
    this.#good = 0;
    if (this.#isTrying) this.#wait *= 2;
    this.#isTrying = false;
    if (this.dropped === this.items) return;
    this.dropped += 1;
    this.#settle();
  }

  #restore(): void {
    this.#good += 1;
    if (this.#good < this.#wait) return;
    this.#good = 0;
    this.#isTrying = this.dropped > 0;
    if (!this.#isTrying) return;
    this.dropped -= 1;
    this.#settle();
  }

  #settle(): void {
    this.excuse();
    this.#good = 0;
  }
}
