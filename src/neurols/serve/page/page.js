// The page of the service: what is asked for, what is found, and how both are shown.
import { drawChart } from "./chart.js";
import { acceptedShare, drawDecisions } from "./decisions.js";
import { at, button, element, key, number } from "./elements.js";
import { drawPlan } from "./picture.js";
import { ask, json, watch } from "./requests.js";

const BETWEEN = 100; // milliseconds between two drawings of costs
const REDRAWN = 400; // of a plan, and of decisions
const jobs = new Map();
let current = null;
let inGap = false;
let pictured = "";
let picturing = false;
let decided = "", decidedAt = 0;
let longest = 3600;

const isOpen = (job) => job.state === "queued" || job.state === "running";
const sameFile = (one, other) => one.file === other.file && one.facts.problem === other.facts.problem && one.facts.size === other.facts.size;
const compared = () => [...jobs.values()].filter((job) => sameFile(job, jobs.get(current)))
  .sort((one, other) => one.created - other.created).slice(-12);
const gap = (job, cost) => 100 * (cost - job.facts.best_known) / job.facts.best_known;

// -- Asking -------------------------------------------------------------------------------------

function complain(error) {
  if (error.status === 401) at("token-row").hidden = false;
  at("fault").textContent = error.message;
  at("fault").hidden = false;
}

const chosen = () => at("file").files[0] ?? null;

// What would be solved, as a name and a body; null where nothing is chosen.
function wanted() {
  const file = chosen();
  if (file) return { file: file.name, body: file };
  return at("example").value ? { file: at("example").value, body: null } : null;
}

async function look() {
  at("fault").hidden = at("understood").hidden = true;
  const one = wanted();
  at("chosen").textContent = chosen()?.name ?? "a workbook, a table, or an instance file";
  if (!one) return;
  try {
    const facts = await json(`understood?${new URLSearchParams({ file: one.file })}`, { method: "POST", body: one.body });
    const known = Object.entries(facts).filter(([name, value]) => value !== null && !["plans", "instance"].includes(name)).slice(0, 8);
    at("understood").textContent = known.map(([name, value]) => `${name.replaceAll("_", " ")}: ${value}`).join(" · ");
    at("understood").hidden = false;
  } catch (error) { complain(error); }
}

async function start(event) {
  event.preventDefault();
  at("fault").hidden = true;
  const one = wanted();
  if (!one) return complain(new Error("choose a file first"));
  const names = [...document.querySelectorAll("#controllers input:checked")].map((box) => box.value);
  try {
    for (const controller of names.length ? names : ["auto"]) {
      const asked = new URLSearchParams({ file: one.file, seconds: at("seconds").value, seed: at("seed").value, controller });
      const job = await json(`jobs?${asked}`, { method: "POST", body: one.body });
      jobs.set(job.id, job);
      if (controller === (names[0] ?? "auto")) show(job.id);
    }
    listJobs();
    follow();
    if (innerWidth < 800) at("job").scrollIntoView();
  } catch (error) { complain(error); }
}

async function change(id, method, path) {
  try {
    const answer = await ask(`jobs/${id}${path}`, { method });
    if (method === "DELETE") return forget(id);
    seen(await answer.json());
    follow();
  } catch (error) { complain(error); }
}

async function take(job, kind) {
  try {
    const body = await (await ask(`jobs/${job.id}/plan.${kind}`)).blob();
    const link = element("a", "", { href: URL.createObjectURL(body), download: `plan.${kind}` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  } catch (error) { complain(error); }
}

function follow() {
  watch([...jobs.values()].filter(isOpen).map((job) => job.id), seen, forget, complain);
}

// -- Showing ------------------------------------------------------------------------------------

let due = false, drawnAt = 0;

// Many events may come in a short time: all are taken, ten a second are drawn.
function seen(job) {
  jobs.set(job.id, job);
  if (due) return;
  due = true;
  setTimeout(() => requestAnimationFrame(() => {
    due = false;
    drawnAt = performance.now();
    listJobs();
    if (current) draw();
  }), Math.max(0, BETWEEN - (performance.now() - drawnAt)));
}

function forget(id) {
  jobs.delete(id);
  if (current === id) { current = null; at("job").hidden = true; }
  listJobs();
}

function listJobs() {
  const sorted = [...jobs.values()].sort((one, other) => other.created - one.created);
  const list = at("list");
  while (list.children.length > sorted.length) list.lastChild.remove();
  sorted.forEach((job, place) => {
    let item = list.children[place];
    if (!item) {
      item = element("li");
      const made = button("", () => { show(made.dataset.job); at("job").focus({ preventScroll: innerWidth >= 800 }); });
      made.append(element("span"), element("span"));
      item.append(made);
      list.append(item);
    }
    const one = item.firstChild;
    one.dataset.job = job.id;
    one.setAttribute("aria-current", job.id === current);
    one.children[0].textContent = `${job.file} · ${job.settings.controller}`;
    one.children[1].textContent = `${job.state} ${number(job.cost)}`;
  });
}

function show(id) {
  current = id;
  pictured = "";
  at("picture").chosen = undefined;
  at("picture").replaceChildren();
  at("actions").dataset.of = at("downloads").dataset.of = at("facts").dataset.of = "";
  at("job").hidden = false;
  listJobs();
  draw();
}

function draw() {
  const job = jobs.get(current), shown = compared();
  if (!job) return;
  at("job-title").textContent = `${job.file} · ${job.settings.controller}`;
  at("state").textContent = job.error ?? [
    job.result?.stopped_by === "optimal" ? "done, proven optimal" : job.state, `cost ${number(job.cost)}`,
    ...(job.facts.best_known && job.cost !== null ? [`gap ${number(gap(job, job.cost), 2)} %`] : []),
    `${number(job.seconds, 1)} of ${number(job.settings.seconds, 1)} s`, `${number(job.iterations)} steps`].join(", ");
  at("state").classList.toggle("late", Boolean(job.error));
  at("progress").value = isOpen(job) ? Math.min(1, job.seconds / job.settings.seconds) : 1;
  drawActions(job);
  drawFacts(job);
  const known = Boolean(job.facts.best_known);
  drawScale(known);
  drawChart(at("chart"), shown, (cost) => inGap && known ? gap(job, cost) : cost);
  drawCompared(shown);
  const states = shown.map((one) => `${one.id} ${one.state}`).join();
  if (states !== decided || performance.now() - decidedAt > REDRAWN) {
    decided = states;
    decidedAt = performance.now();
    drawDecisions(at("decisions"), shown);
  }
  drawPicture(job);
}

function drawActions(job) {
  const home = at("actions");
  at("limit-row").hidden = !isOpen(job);
  if (document.activeElement !== at("limit")) {
    at("limit").value = toRange(job.settings.seconds);
    at("limit-told").textContent = `${number(job.settings.seconds, 1)} s`;
  }
  const left = job.settings.seconds - job.seconds;
  if (home.dataset.of !== `${job.id} ${job.state}`) {
    home.dataset.of = `${job.id} ${job.state}`;
    const act = (text, method, path) => button(text, () => change(job.id, method, path));
    const resumed = job.state === "stopped" && left > 0.1 ? "Continue" : "Search on";
    const verbs = isOpen(job) ? [act("Pause", "POST", "/stop")] : [act(resumed, "POST", "/resume")];
    home.replaceChildren(...verbs, act("Delete", "DELETE", ""));
  }
  const kinds = job.cost === null ? [] : [...job.facts.plans, "svg", "html"];
  const downloads = at("downloads");
  if (downloads.dataset.of === `${job.id} ${kinds}`) return;
  downloads.dataset.of = `${job.id} ${kinds}`;
  downloads.replaceChildren(...kinds.map((kind) => button(`plan.${kind}`, () => take(job, kind))));
}

function drawFacts(job) {
  if (at("facts").dataset.of === job.id) return;
  at("facts").dataset.of = job.id;
  at("facts").replaceChildren(...Object.entries(job.facts).filter(([name]) => name !== "plans").map(([name, value]) => {
    const row = element("tr");
    row.append(element("th", name.replaceAll("_", " "), { scope: "row" }), element("td", String(value ?? "–")));
    return row;
  }));
}

function drawScale(known) {
  if (!known) return at("scale").replaceChildren();
  if (at("scale").firstChild) return;
  const toggle = button("in %", () => { inGap = !inGap; toggle.setAttribute("aria-pressed", inGap); draw(); },
    { "aria-pressed": inGap, title: "distance to the best known cost" });
  at("scale").replaceChildren(toggle);
}

function drawCompared(shown) {
  const head = element("tr");
  head.append(...["controller", "cost", "gap %", "seconds", "steps", "accepted %", "state"].map((text, place) =>
    element("th", text, { scope: "col", ...(place && place < 6 ? { class: "number" } : {}) })));
  const best = Math.min(...shown.map((job) => job.cost ?? Infinity));
  const rows = shown.map((job, place) => {
    const row = element("tr");
    const name = element("td");
    name.append(key(place), " ", job.id === current ? element("strong", job.settings.controller) : job.settings.controller);
    const figures = [`${number(job.cost)}${job.cost === best && shown.length > 1 ? " ★" : ""}`,
      job.facts.best_known && job.cost !== null ? number(gap(job, job.cost), 2) : "–",
      number(job.seconds, 1), number(job.iterations), number(acceptedShare(job.decisions), 1)];
    row.append(name, ...figures.map((text) => element("td", text, { class: "number" })), element("td", job.state));
    return row;
  });
  at("compared").replaceChildren(at("compared").firstElementChild, head, ...rows);
}

async function drawPicture(job) {
  const wantedNow = `${job.id} ${job.cost}`;
  if (job.cost === null || pictured === wantedNow || picturing) return;
  picturing = true;
  try {
    const view = await json(`jobs/${job.id}/view`);
    if (current === job.id) drawPlan(at("picture"), view);
  } catch (error) {
    if (error.status !== 404) complain(error);
  }
  pictured = wantedNow;
  setTimeout(() => { picturing = false; if (jobs.has(current)) drawPicture(jobs.get(current)); }, REDRAWN);
}

// -- Time limits, on a scale on which a minute and an hour both have room -------------------------

const fromRange = (value) => {
  const seconds = Math.exp(Math.log(longest) * value / 100);
  return Math.max(1, seconds < 20 ? Math.round(seconds) : Number(seconds.toPrecision(2)));
};
const toRange = (seconds) => Math.round(100 * Math.log(Math.max(1, seconds)) / Math.log(longest));

function drag() {
  at("seconds").value = fromRange(at("seconds-range").value);
}

async function limit() {
  const seconds = Math.min(longest, fromRange(at("limit").value));
  try {
    seen(await json(`jobs/${current}?${new URLSearchParams({ seconds })}`, { method: "PATCH" }));
    at("limit").blur();
  } catch (error) { complain(error); }
}

// -- Opening ------------------------------------------------------------------------------------

async function open() {
  try {
    const [menu, known] = await Promise.all([json("menu"), json("jobs")]);
    longest = Math.max(2, menu.seconds);
    at("seconds").max = longest;
    at("seconds").value = Math.min(10, longest);
    at("seconds-range").value = toRange(at("seconds").value);
    at("controllers").replaceChildren(...menu.controllers.map((name) => {
      const label = element("label");
      const box = element("input", undefined, { type: "checkbox", value: name });
      box.checked = name === "auto";
      label.append(box, ` ${name}`);
      return label;
    }));
    at("example").replaceChildren(element("option", "–", { value: "" }), ...menu.examples.map((name) => element("option", name, { value: name })));
    for (const job of known) jobs.set(job.id, job);
    listJobs();
    follow();
    document.documentElement.dataset.ready = "true";
  } catch (error) { complain(error); }
}

const THEMES = { "": "as the system has them", light: "light", dark: "dark" };

function setTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  localStorage.setItem("theme", theme);
  at("theme").setAttribute("aria-label", `Colours: ${THEMES[theme]}`);
  at("theme").textContent = { "": "◐", light: "☀", dark: "☾" }[theme];
}

setTheme(localStorage.getItem("theme") in THEMES ? localStorage.getItem("theme") : "");
at("theme").addEventListener("click", () => {
  const names = Object.keys(THEMES);
  setTheme(names[(names.indexOf(document.documentElement.dataset.theme ?? "") + 1) % names.length]);
});
at("form").addEventListener("submit", start);
at("file").addEventListener("change", () => { at("example").value = ""; look(); });
at("example").addEventListener("change", () => { at("file").value = ""; look(); });
at("seconds-range").addEventListener("input", drag);
at("seconds").addEventListener("input", () => { at("seconds-range").value = toRange(at("seconds").value); });
at("limit").addEventListener("input", () => { at("limit-told").textContent = `${number(fromRange(at("limit").value), 1)} s`; });
at("limit").addEventListener("change", limit);
at("token-row").addEventListener("submit", (event) => event.preventDefault());
at("token").addEventListener("change", () => { sessionStorage.setItem("token", at("token").value); at("fault").hidden = true; open(); });
addEventListener("resize", () => { if (current) { pictured = ""; draw(); } });
for (const name of ["dragover", "dragleave", "drop"]) {
  at("drop").addEventListener(name, (event) => {
    event.preventDefault();
    at("drop").classList.toggle("over", name === "dragover");
    if (name !== "drop" || !event.dataTransfer.files.length) return;
    at("file").files = event.dataTransfer.files;
    at("example").value = "";
    look();
  });
}
open();
