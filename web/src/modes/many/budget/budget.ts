// The frame budget: is the drawing on time, and if not, what should be left out?
//
// The measure is the time from one frame to the next, as reported by the browser: it includes the update, the
// drawing and everything that the browser does afterwards. Frames are judged in windows. If more than a few
// frames of a window are late, the next item of a list is left out. After several good windows the last item
// is tried again; if that was too much, the wait before the next attempt doubles, so that the picture does
// not flicker between the two.

/** The frames per second to reach. */
export const TARGET = 60;
/** A frame that takes more than this many periods is late. */
const LATE = 1.5;
/** The number of frames judged together: one second. */
const WINDOW = 60;
/**
 * If more frames of a window are late than the first number, something is left out; up to the second, the
 * window is good.
 */
const TOO_MANY_LATE = 6;
const WELL = 2;
/** The number of good windows before something is tried again; it doubles with each failure. */
const FIRST_WAIT = 4;
/** The first frames after a change load code and fill caches, so they are not judged. */
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

  /** Starts anew, for another scene. */
  restart(): void {
    this.dropped = 0;
    this.#wait = FIRST_WAIT;
    this.#isTrying = false;
    this.#settle();
  }

  /** Does not judge the next frames, because something else has blocked the page. */
  excuse(): void {
    this.#skip = WARM_UP;
    this.#intervals = [];
  }

  /**
   * Reports a frame this many milliseconds after the last one; `helps` says whether leaving something out
   * could make frames faster. Returns whether `rhythm` or `dropped` have changed.
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
