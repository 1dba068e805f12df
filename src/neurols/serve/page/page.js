"use strict";
// The page of the service. All that comes from the server is shown as text, never as markup.
const API = "api/v1";
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6bb1", "#7f7f7f"];
const DASHES = ["", "8 4", "2 3", "8 3 2 3"];
const SVG = "http://www.w3.org/2000/svg";
const at = (id) => document.getElementById(id);
const jobs = new Map();
const watched = new Map();
let current = null;
let pictured = "";

function headers() {
  const token = sessionStorage.getItem("token");
  return token ? { Authorization: `Bearer ${token}` } : {};
}

async function ask(path, options = {}) {
  const answer = await fetch(`${API}/${path}`, { ...options, headers: headers() });
  if (answer.status === 401) at("token-row").hidden = false;
  if (!answer.ok) {
    let told = {};
    try { told = await answer.json(); } catch { /* no problem description */ }
    const lines = told.mistakes ?? [told.detail, told.remedy].filter(Boolean);
    throw new Error([told.title ?? `error ${answer.status}`, ...lines].join("\n"));
  }
  return answer;
}

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function complain(error) {
  at("fault").textContent = error.message;
  at("fault").hidden = false;
}

function number(value) {
  return value === null ? "–" : Number(value).toLocaleString("en", { maximumFractionDigits: 3 });
}

async function start(event) {
  event.preventDefault();
  at("fault").hidden = true;
  const file = at("file").files[0];
  if (!file) return complain(new Error("choose a file first"));
  const names = [...document.querySelectorAll("#controllers input:checked")].map((one) => one.value);
  try {
    for (const controller of names.length ? names : ["auto"]) {
      const asked = new URLSearchParams({
        file: file.name, seconds: at("seconds").value, seed: at("seed").value, controller,
      });
      const job = await (await ask(`jobs?${asked}`, { method: "POST", body: file })).json();
      seen(job);
      show(job.id);
      watch(job.id);
    }
  } catch (error) { complain(error); }
}

function seen(job) {
  jobs.set(job.id, job);
  listJobs();
  if (current && (job.id === current || sameFile(job, jobs.get(current)))) draw();
}

const sameFile = (one, other) => other && one.file === other.file && one.settings.seed === other.settings.seed;

function listJobs() {
  const sorted = [...jobs.values()].sort((one, other) => other.created - one.created);
  at("list").replaceChildren(...sorted.map((job) => {
    const button = element("button", undefined, { type: "button", "aria-current": job.id === current });
    button.append(element("span", `${job.file} · ${job.settings.controller}`));
    button.append(element("span", `${job.state} ${number(job.cost)}`));
    button.addEventListener("click", () => { show(job.id); watch(job.id); });
    const item = element("li");
    item.append(button);
    return item;
  }));
}

function show(id) {
  current = id;
  pictured = "";
  at("picture").hidden = true;
  at("job").hidden = false;
  listJobs();
  draw();
}

function draw() {
  const job = jobs.get(current);
  at("job-title").textContent = job.file;
  const used = `${number(job.seconds)} of ${number(job.settings.seconds)} s`;
  at("state").textContent = job.error ?? `${job.state}, cost ${number(job.cost)}, ${used}, ${number(job.iterations)} steps`;
  const rows = Object.entries(job.facts).filter(([key]) => key !== "plans").map(([key, value]) => {
    const row = element("tr");
    row.append(element("th", key.replaceAll("_", " "), { scope: "row" }), element("td", String(value ?? "–")));
    return row;
  });
  at("facts").replaceChildren(...rows);
  drawActions(job);
  drawChart([...jobs.values()].filter((one) => one.id === current || sameFile(one, job)));
  drawPicture(job);
}

function drawActions(job) {
  const open = job.state === "queued" || job.state === "running";
  const act = (text, method, path) => {
    const button = element("button", text, { type: "button" });
    button.addEventListener("click", () => change(job.id, method, path));
    return button;
  };
  const wanted = open ? [act("Stop", "POST", "/stop")] : [act("Search on", "POST", "/resume")];
  at("actions").replaceChildren(...wanted, act("Delete", "DELETE", ""));
  const kinds = job.cost === null ? [] : [...job.facts.plans, "svg", "html"];
  if (at("downloads").dataset.of === `${job.id} ${kinds}`) return;
  at("downloads").dataset.of = `${job.id} ${kinds}`;
  at("downloads").replaceChildren(...kinds.map((kind) => {
    const button = element("button", `plan.${kind}`, { type: "button" });
    button.addEventListener("click", () => take(job, kind));
    return button;
  }));
}

async function change(id, method, path) {
  try {
    const answer = await ask(`jobs/${id}${path}`, { method });
    if (method === "DELETE") {
      jobs.delete(id);
      current = null;
      at("job").hidden = true;
      return listJobs();
    }
    seen(await answer.json());
    watch(id);
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

async function drawPicture(job) {
  const wanted = `${job.id} ${job.cost}`;
  if (job.cost === null || pictured === wanted || drawPicture.busy) return;
  drawPicture.busy = true;
  try {
    const body = await (await ask(`jobs/${job.id}/plan.svg`)).blob();
    if (current !== job.id) return;
    URL.revokeObjectURL(at("picture").src);
    at("picture").src = URL.createObjectURL(body);
    at("picture").alt = `the best plan of ${job.file}`;
    at("picture").hidden = false;
    pictured = wanted;
  } catch { /* drawing needs an extra package; the plan is there all the same */ pictured = wanted; }
  finally {
    drawPicture.busy = false;
    const now = jobs.get(current);
    if (now && `${now.id} ${now.cost}` !== pictured) setTimeout(() => drawPicture(now), 300);
  }
}

function drawChart(shown) {
  const all = shown.filter((job) => job.trace.length);
  const chart = at("chart");
  chart.replaceChildren();
  at("legend").replaceChildren();
  if (!all.length) return;
  const end = Math.max(1, ...all.map((job) => Math.max(job.seconds, job.trace.at(-1)[0])));
  const costs = all.flatMap((job) => job.trace.map((point) => point[1]));
  const low = Math.min(...costs), high = Math.max(...costs), span = high - low || 1;
  const x = (time) => 70 + 555 * time / end, y = (cost) => 15 + 190 * (high - cost) / span;
  const add = (name, attributes, text) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    chart.append(made);
  };
  for (const cost of [low, high]) add("text", { x: 64, y: y(cost) + 4, "text-anchor": "end" }, number(cost));
  add("text", { x: 70, y: 230 }, "0 s");
  add("text", { x: 625, y: 230, "text-anchor": "end" }, `${number(end)} s`);
  all.forEach((job, place) => {
    let path = "";
    job.trace.forEach(([time, cost], k) => { path += k ? `H${x(time)}V${y(cost)}` : `M${x(time)} ${y(cost)}`; });
    const colour = COLOURS[place % COLOURS.length];
    add("path", { d: `${path}H${x(Math.max(job.seconds, job.trace.at(-1)[0]))}`, stroke: colour,
      "stroke-dasharray": DASHES[Math.floor(place / COLOURS.length) % DASHES.length] });
    const told = element("span", `${job.settings.controller}: ${number(job.cost)}`);
    const mark = document.createElementNS(SVG, "svg");
    mark.setAttribute("width", "20");
    mark.setAttribute("height", "10");
    const line = document.createElementNS(SVG, "line");
    for (const [key, value] of Object.entries({ x1: 0, y1: 5, x2: 16, y2: 5, stroke: colour, "stroke-width": 3 })) {
      line.setAttribute(key, value);
    }
    mark.append(line);
    told.prepend(mark);
    at("legend").append(told);
  });
}

async function watch(id) {
  if (watched.has(id)) return;
  watched.set(id, true);
  try {
    const answer = await ask(`jobs/${id}/events`);
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "", due = false;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      text += value;
      const parts = text.split("\n\n");
      text = parts.pop();
      const last = parts.filter((part) => part.startsWith("event: job")).at(-1);
      if (last) {
        watched.set(id, JSON.parse(last.split("\ndata: ")[1]));
        if (!due) { due = true; requestAnimationFrame(() => { due = false; if (watched.get(id) !== undefined) seen(watched.get(id)); }); }
      }
    }
    const job = watched.get(id);
    if (job && job !== true && jobs.has(id)) seen(job);
  } catch (error) { complain(error); }
  finally { watched.delete(id); }
}

async function open() {
  try {
    const names = await (await ask("controllers")).json();
    at("controllers").replaceChildren(...names.map((name) => {
      const label = element("label");
      const box = element("input", undefined, { type: "checkbox", value: name });
      box.checked = name === "auto";
      label.append(box, ` ${name}`);
      return label;
    }));
    for (const job of await (await ask("jobs")).json()) {
      jobs.set(job.id, job);
      if (job.state === "queued" || job.state === "running") watch(job.id);
    }
    listJobs();
  } catch (error) { complain(error); }
}

at("form").addEventListener("submit", start);
at("file").addEventListener("change", () => { at("chosen").textContent = at("file").files[0]?.name ?? ""; });
at("token").addEventListener("change", () => { sessionStorage.setItem("token", at("token").value); at("fault").hidden = true; open(); });
for (const name of ["dragover", "dragleave", "drop"]) {
  at("drop").addEventListener(name, (event) => {
    event.preventDefault();
    at("drop").classList.toggle("over", name === "dragover");
    if (name !== "drop" || !event.dataTransfer.files.length) return;
    at("file").files = event.dataTransfer.files;
    at("chosen").textContent = at("file").files[0].name;
  });
}
open();
