// The course: an article that scrolls, each step with its picture. It is the first page that a newcomer sees,
// so it needs no module of the package until the last step: its pictures are explanations, in plain floats,
// which the tests compare with the package.

import "./course.css";
import { write, writeAttribute } from "../shell/language";
import type { Context, Mode, Mounted, Text } from "../shell/mode";
import type { Built, Lesson, Room } from "./lesson";
import { LESSONS } from "./lessons";
import { ABOUT, CONTENTS, LEAD, ONWARD, TITLE, VOCABULARY, WORDS } from "./texts";

export const mode: Mode = { about: ABOUT, mount: (host, context) => new Course(host, context) };

/** The address's name for the step that one reads. */
const STEP = "step";
const DECIMALS = 3;
/** A step is read once its top is above this share of the window. */
const READ_AT = "-45%";

class Course implements Mounted {
  private readonly built: Built[] = [];
  private readonly numbers: Record<string, string> = {};
  private readonly watch: IntersectionObserver;
  private step: string;

  constructor(host: HTMLElement, private readonly context: Context) {
    const { params } = context;
    this.step = LESSONS.find(({ id }) => id === params.get(STEP))?.id ?? LESSONS[0].id;
    for (const { id } of LESSONS) {
      const words = params.get(id);
      if (words !== null && numbersOf(words)) this.numbers[id] = words;
    }
    const article = document.createElement("article");
    article.className = "course";
    host.replaceChildren(article);
    const contents = this.contents();
    article.append(title(), contents, vocabulary());
    const sections = LESSONS.map((lesson, i) => {
      const section = document.createElement("section");
      section.id = `step-${lesson.id}`;
      article.append(section);
      this.built.push(this.lesson(section, lesson, i));
      return section;
    });
    article.append(paragraph(ONWARD));
    this.watch = new IntersectionObserver((entries) => this.passed(entries), { rootMargin: `${READ_AT} 0px ${READ_AT} 0px` });
    for (const section of sections) this.watch.observe(section);
    if (params.get(STEP)) this.goTo(this.step, "instant");
    else window.scrollTo({ top: 0, behavior: "instant" });
  }

  unmount(): void {
    this.watch.disconnect();
    for (const built of this.built) built.unmount();
    window.scrollTo({ top: 0, behavior: "instant" });
  }

  private lesson(section: HTMLElement, lesson: Lesson, index: number): Built {
    const heading = document.createElement("h2");
    write(heading, { en: `${index + 1}. ${lesson.title.en}`, zh: `${index + 1}. ${lesson.title.zh}` });
    heading.id = `${section.id}-title`;
    section.setAttribute("aria-labelledby", heading.id);
    section.append(heading, ...lesson.intro.map(paragraph));
    const figure = document.createElement("div");
    figure.className = "figure";
    section.append(figure);
    return lesson.build(figure, this.room(lesson));
  }

  private room({ id }: Lesson): Room {
    return {
      context: this.context,
      remembered: (count) => {
        const numbers = numbersOf(this.numbers[id] ?? "");
        return numbers?.length === count ? numbers : undefined;
      },
      remember: (numbers) => {
        this.numbers[id] = numbers.map((number) => Number(number.toFixed(DECIMALS))).join(",");
        this.save();
      },
      onChange: (listener) => void this.context.onChange(listener),
    };
  }

  private contents(): HTMLElement {
    const nav = document.createElement("nav");
    writeAttribute(nav, "aria-label", CONTENTS);
    const list = document.createElement("ol");
    for (const { id, title: words } of LESSONS) {
      const link = write(document.createElement("a"), words);
      link.href = `#learn?${STEP}=${id}`;
      link.addEventListener("click", (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return; // in another tab of the browser
        event.preventDefault();
        this.goTo(id, matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth");
      });
      const item = document.createElement("li");
      item.append(link);
      list.append(item);
    }
    nav.append(list);
    return nav;
  }

  private goTo(id: string, behavior: ScrollBehavior): void {
    document.getElementById(`step-${id}`)?.scrollIntoView({ behavior, block: "start" });
    this.step = id;
    this.save();
  }

  /** The step in the middle of the window is the one that is read. */
  private passed(entries: readonly IntersectionObserverEntry[]): void {
    const read = entries.find(({ isIntersecting }) => isIntersecting)?.target.id.replace(/^step-/, "");
    if (!read || read === this.step) return;
    this.step = read;
    this.save();
  }

  private save(): void {
    this.context.saveParams({ [STEP]: this.step, ...this.numbers });
  }
}

function numbersOf(words: string): number[] | undefined {
  const numbers = words.split(",").map((word) => (word === "" ? NaN : Number(word)));
  return numbers.every(Number.isFinite) ? numbers : undefined;
}

function paragraph(text: Text): HTMLElement {
  return write(document.createElement("p"), text);
}

function title(): HTMLElement {
  const head = document.createElement("div");
  head.className = "course-head";
  head.append(write(document.createElement("h2"), TITLE), paragraph(LEAD));
  return head;
}

function vocabulary(): HTMLElement {
  const box = document.createElement("section");
  box.className = "vocabulary";
  const heading = write(document.createElement("h3"), VOCABULARY);
  heading.id = "vocabulary";
  box.setAttribute("aria-labelledby", heading.id);
  const list = document.createElement("dl");
  for (const { word, means } of WORDS) list.append(write(document.createElement("dt"), word), write(document.createElement("dd"), means));
  box.append(heading, list);
  return box;
}
