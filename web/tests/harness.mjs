// What every check of the page needs: the page served by the command, a browser, and eyes for what is drawn.

import { spawn } from "node:child_process";
import { existsSync, statSync, mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core"; // drives any Chromium; brings none

const ROOT = new URL("../../", import.meta.url);
const file = (path) => fileURLToPath(new URL(path, ROOT));
/** Pictures to be looked at, one of every mode at every size. */
const PICTURES = file("target/page-pictures/");

/** Nothing on the page takes longer, on slow machines neither. */
const PATIENCE_MS = 15_000;

export const SIZES = [
  { name: "desktop", viewport: { width: 1280, height: 800 } },
  { name: "phone", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
];

/** The command as it was built last: an older one may be without the page. */
function newestCommand() {
  const built = ["target/release/clearance", "target/debug/clearance"].map(file).filter(existsSync);
  return built.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
}

/** `clearance demo` on a free port: its address and how to stop it. */
export async function servePage() {
  const command = process.env.CLEARANCE ?? newestCommand();
  if (!command) throw new Error("no clearance to serve the page: cargo build --bin clearance");
  const server = spawn(command, ["demo", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: server.stdout })) {
    const address = /http:\S+/.exec(line)?.[0];
    if (address) return { address, stop: () => server.kill() };
  }
  throw new Error(`${command} demo ended without an address`);
}

/** Chromium without a window; its WebGL is drawn by the processor. */
export function launchBrowser() {
  const executablePath = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/google-chrome"].find(existsSync);
  if (!executablePath) throw new Error("no chromium; CHROMIUM may name one");
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });
}

/** A window on the page, every complaint of its console, and all that it has asked the server for. */
export async function openPage(browser, address, size, { hash = "", language = "en", dark = false } = {}) {
  const context = await browser.newContext({
    viewport: size.viewport, hasTouch: size.hasTouch, isMobile: size.isMobile,
    locale: language === "zh" ? "zh-CN" : "en-GB", colorScheme: dark ? "dark" : "light",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const [complaints, requests] = [[], []];
  page.on("request", (request) => requests.push(request.url()));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("requestfailed", (request) => complaints.push(`${request.url()}: ${request.failure()?.errorText}`));
  await page.goto(`${address}/${hash}`);
  await drawn(page);
  return { page, complaints, requests, close: () => context.close() };
}

/** Waits until the mode has a drawing and has drawn. */
export async function drawn(page) {
  await page.locator("main canvas").first().waitFor();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Opens a mode by its tab, as one who clicks does. */
export async function openMode(page, id) {
  await page.locator(`#tab-${id}`).click();
  await page.waitForFunction((mode) => document.querySelector(`#tab-${mode}`).ariaSelected === "true", id);
  await drawn(page);
}

export async function picture(page, name) {
  mkdirSync(PICTURES, { recursive: true });
  return page.screenshot({ path: `${PICTURES}${name}.png` });
}

/** How many pixels of a drawing have a colour of the page (`first`, `ghost` …), and their middle, in pixels of the window.
    `red` is any colour in which red outweighs green and blue by far: the filling of what collides, on any paper. */
export async function find(page, colour, canvas = page.locator("main canvas").first()) {
  const box = await canvas.boundingBox();
  const shot = await page.screenshot({ clip: box, scale: "css" });
  const { count, x, y } = await page.evaluate(countColour, { colour, shot: shot.toString("base64") });
  return { count, x: box.x + x, y: box.y + y };
}

/** In the page: decodes a picture and looks for the colour. */
async function countColour({ colour, shot }) {
  const NEAR = 60; // of 765: antialiasing
  const OUTWEIGHS = 50;
  const probe = document.createElement("i");
  probe.style.color = `var(--${colour})`;
  document.body.append(probe);
  const wanted = getComputedStyle(probe).color.match(/\d+/g).map(Number);
  probe.remove();
  const near = (r, g, b) => Math.abs(r - wanted[0]) + Math.abs(g - wanted[1]) + Math.abs(b - wanted[2]) <= NEAR;
  const red = (r, g, b) => r - Math.max(g, b) >= OUTWEIGHS && Math.abs(g - b) <= OUTWEIGHS;
  const is = colour === "red" ? red : near;
  const image = await createImageBitmap(new Blob([Uint8Array.from(atob(shot), (letter) => letter.charCodeAt(0))]));
  const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
  pen.drawImage(image, 0, 0);
  const { data, width } = pen.getImageData(0, 0, image.width, image.height);
  let [count, x, y] = [0, 0, 0];
  for (let i = 0; i < data.length; i += 4) {
    if (!is(data[i], data[i + 1], data[i + 2])) continue;
    count += 1;
    x += (i / 4) % width;
    y += Math.floor(i / 4 / width);
  }
  return { count, x: count ? x / count : 0, y: count ? y / count : 0 };
}

/**
 * What stands in the way of people who cannot see well, or use no mouse, by axe-core's rules of WCAG A and AA
 * and of good practice.
 */
export async function obstacles(page) {
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 90)).join(" | ")}`);
  });
}

/**
 * The least contrast of text with what is behind it that the guidelines for accessibility (WCAG, AA) ask for.
 */
const LEAST_CONTRAST = 4.5;

/** Texts on the page whose contrast is less than the guidelines ask for, each with its contrast. */
export function faintTexts(page) {
  return page.evaluate(textsBelow, LEAST_CONTRAST);
}

/** In the page: the colours of each text and of all that is painted behind it, laid over one another. */
function textsBelow(least) {
  const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const painted = (colours) => {
    pen.clearRect(0, 0, 1, 1);
    for (const colour of ["white", ...colours]) {
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
    }
    return [...pen.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  };
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((x) => x / 255).map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ancestors = (element) => (element ? [...ancestors(element.parentElement), element] : []);
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== "");
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest(":disabled, canvas, svg");
  const found = [];
  for (const element of [...document.body.querySelectorAll("*")].filter((each) => hasText(each) && isShown(each))) {
    const behind = ancestors(element).map((each) => getComputedStyle(each).backgroundColor);
    const [below, above] = [painted(behind), painted([...behind, getComputedStyle(element).color])].map(luminance).sort((p, q) => p - q);
    const contrast = (above + 0.05) / (below + 0.05);
    if (contrast < least) found.push(`${contrast.toFixed(2)}: ${element.className} ${element.textContent.trim().slice(0, 40)}`);
  }
  return [...new Set(found)];
}

/** The address once what it is waiting to say has been said. */
export async function settledHash(page) {
  await page.waitForTimeout(600);
  return page.evaluate(() => location.hash);
}

export function parameters(hash) {
  return new URLSearchParams(hash.slice(hash.indexOf("?") + 1));
}

/** A check at one size: opens the page there, looks, and wants no complaint. */
export function visitor(browser, server, size, hash) {
  return async (look, options = {}) => {
    const { page, complaints, requests, close } = await openPage(browser(), server().address, size, { hash, ...options });
    try {
      await look(page, complaints, requests);
      if (complaints.length > 0) throw new Error(`the console complains: ${complaints.join("; ")}`);
    } finally {
      await close();
    }
  };
}
