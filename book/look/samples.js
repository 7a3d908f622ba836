// Samples in three languages, one after the other in the text, become tabs; a link to the page opens it
// inside the chapter.
(() => {
  "use strict";
  const NAMES = { rust: "Rust", python: "Python", js: "JavaScript" };
  const CHOICE = "clearance-book-language";

  const languageOf = (block) => {
    const code = block.matches("pre") ? block.querySelector("code") : null;
    return Object.keys(NAMES).find((name) => code?.classList.contains(`language-${name}`));
  };

  /** Runs of code blocks that stand next to each other, each in another language. */
  function runs() {
    const found = [];
    for (const block of document.querySelectorAll("main > pre")) {
      const language = languageOf(block);
      if (!language) continue;
      const last = found.at(-1);
      if (last && last.at(-1).block.nextElementSibling === block) last.push({ block, language });
      else found.push([{ block, language }]);
    }
    return found.filter((run) => run.length > 1);
  }

  const choosers = [];
  function choose(language) {
    localStorage.setItem(CHOICE, language);
    for (const chooser of choosers) chooser(language);
  }

  function makeTabs(run, number) {
    const box = document.createElement("div");
    box.className = "tabs";
    const list = document.createElement("div");
    list.setAttribute("role", "tablist");
    list.setAttribute("aria-label", "Rust, Python, JavaScript");
    run[0].block.before(box);
    box.append(list);
    const tabs = run.map(({ block, language }) => {
      const tab = document.createElement("button");
      tab.type = "button";
      tab.textContent = NAMES[language];
      tab.id = `tab-${number}-${language}`;
      tab.setAttribute("role", "tab");
      block.id = `code-${number}-${language}`;
      block.setAttribute("role", "tabpanel");
      block.setAttribute("aria-labelledby", tab.id);
      tab.setAttribute("aria-controls", block.id);
      tab.addEventListener("click", () => {
        const before = tab.getBoundingClientRect().top;
        choose(language);
        window.scrollBy(0, tab.getBoundingClientRect().top - before); // the other samples change their height, too
      });
      list.append(tab);
      box.append(block);
      return tab;
    });
    list.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation(); // mdBook turns the page with these keys
      const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
      next.focus();
      next.click();
    });
    choosers.push((chosen) => {
      const shown = run.some(({ language }) => language === chosen) ? chosen : run[0].language;
      run.forEach(({ block, language }, i) => {
        block.hidden = language !== shown;
        tabs[i].setAttribute("aria-selected", String(language === shown));
        tabs[i].tabIndex = language === shown ? 0 : -1;
      });
    });
  }

  /**
   * The page lies beside the book where both are published. Where it does not, as in a file, the links to it
   * are left out.
   */
  async function findPage() {
    const links = [...document.querySelectorAll("a.live")];
    if (links.length === 0) return;
    const there = await fetch(new URL("icon.svg", links[0].href), { method: "HEAD" }).then((answer) => answer.ok, () => false);
    for (const link of links) {
      if (!there) link.hidden = true;
      else link.addEventListener("click", (event) => { if (open(link)) event.preventDefault(); });
    }
  }

  /** Puts the page in place of the picture; on small screens the link is followed instead. */
  function open(link) {
    const picture = link.closest("figure")?.querySelector("svg");
    if (!picture || window.innerWidth < 700) return false;
    const frame = document.createElement("iframe");
    frame.src = link.href;
    frame.title = link.textContent;
    picture.replaceWith(frame);
    return true;
  }

  runs().forEach(makeTabs);
  for (const chooser of choosers) chooser(localStorage.getItem(CHOICE) ?? "python");
  findPage();
})();
