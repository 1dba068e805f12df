// A plan: a map of routes, a Gantt chart, and a table of the stops or operations of the chosen row.
import { button, colour, dash, drawn, element, readable } from "./elements.js";

const ROW = 26, LABEL = 110, FOOT = 22;

// Draws a view into an element. The chosen row is kept from one view to the next.
export function drawPlan(home, view) {
  const chosen = home.chosen !== undefined && home.chosen < view.rows.length ? home.chosen : null;
  const timed = view.rows.some((row) => row.items.some((item) => item.start !== undefined));
  const plan = element("div", undefined, { class: view.places ? "plan" : "plan stacked" });
  const left = element("div"), right = element("div");
  if (view.places) left.append(mapOf(view));
  if (timed) left.append(ganttOf(view, home.clientWidth * (view.places && innerWidth > 1120 ? 0.6 : 1)));
  const late = view.rows.flatMap((row) => row.items).filter((item) => item.late);
  const count = new Set(late.map((item) => view.places ? item.label : item.group)).size;
  const what = `${view.places || !timed ? "stop" : "job"}${count === 1 ? "" : "s"}`;
  right.append(element("p", `${count || "no"} late ${what}`, { class: count ? "late" : "dim", id: "late" }));
  const rows = element("div", undefined, { class: "routes" });
  const stops = element("div", undefined, { class: "stops", tabindex: "0", role: "region", "aria-label": `${view.columns[1]}s` });
  view.rows.forEach((row, place) => {
    const one = button("", () => choose(home.chosen === place ? null : place), { "data-row": place });
    one.append(element("strong", row.name), element("small", row.facts));
    if (row.items.some((item) => item.late)) one.append(element("span", "late", { class: "late" }));
    rows.append(one);
  });
  right.append(rows, stops);
  plan.append(left, right);
  const scrolled = home.querySelector(".routes")?.scrollTop ?? 0;
  const focused = home.contains(document.activeElement) ? document.activeElement.dataset.row : undefined;
  home.replaceChildren(plan);
  rows.scrollTop = scrolled;
  if (focused !== undefined) rows.querySelector(`[data-row="${focused}"]`)?.focus({ preventScroll: true });

  function choose(place) {
    home.chosen = place;
    for (const one of plan.querySelectorAll("[data-row]")) {
      const mine = Number(one.dataset.row) === place;
      one.classList.toggle("faded", place !== null && !mine && one.tagName !== "BUTTON");
      one.classList.toggle("chosen", mine);
      if (one.tagName === "BUTTON") one.setAttribute("aria-pressed", mine);
    }
    stops.replaceChildren(...(place === null ? [] : [tableOf(view, view.rows[place], timed)]));
  }
  for (const one of plan.querySelectorAll("g[data-row]")) {
    one.addEventListener("click", () => choose(Number(one.dataset.row)));
  }
  choose(chosen);
}

function mapOf(view) {
  const xs = view.places.map((place) => place[0]), ys = view.places.map((place) => place[1]);
  const least = (values) => values.reduce((a, b) => Math.min(a, b)), most = (values) => values.reduce((a, b) => Math.max(a, b));
  const [west, south] = [least(xs), least(ys)];
  const size = Math.max(most(xs) - west, most(ys) - south) || 1;
  const width = 640, scale = (width - 40) / size;
  const height = Math.max(200, (most(ys) - south) * scale + 40);
  const x = (at) => (20 + (view.places[at][0] - west) * scale).toFixed(1);
  const y = (at) => (height - 20 - (view.places[at][1] - south) * scale).toFixed(1);
  const map = drawn("svg", { class: "map", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "Map of the routes" });
  const radius = view.places.length > 300 ? 2 : 4;
  view.rows.forEach((row, place) => {
    const way = row.items.map((item, k) => `${k ? "L" : "M"}${x(item.place)} ${y(item.place)}`).join("");
    const route = drawn("g", { class: "route", "data-row": place });
    route.append(drawn("title", {}, `${row.name}: ${row.facts}`), drawn("path", { class: "hit", d: way }),
      drawn("path", { class: "way", d: way, stroke: colour(place), "stroke-dasharray": dash(place) }));
    for (const item of row.items) {
      if (view.places[item.place][3]) continue;
      const stop = drawn("circle", { cx: x(item.place), cy: y(item.place), r: item.late ? radius + 2 : radius,
        fill: item.late ? "var(--bad)" : colour(place), stroke: "var(--paper)" });
      stop.append(drawn("title", {}, `${item.label}${item.from ? ` ${item.from}` : ""}${item.late ? ", late" : ""}`));
      route.append(stop);
    }
    map.append(route);
  });
  view.places.forEach((place, at) => {
    if (!place[3]) return;
    const depot = drawn("rect", { x: x(at) - 6, y: y(at) - 6, width: 12, height: 12, fill: "var(--ink)", stroke: "var(--paper)" });
    depot.append(drawn("title", {}, place[2]));
    map.append(depot);
  });
  return map;
}

function ganttOf(view, room) {
  const items = view.rows.flatMap((row) => row.items).filter((item) => item.start !== undefined);
  const from = items.reduce((a, item) => Math.min(a, item.start), Infinity);
  const to = items.reduce((a, item) => Math.max(a, item.end), -Infinity);
  const first = items.find((item) => item.start === from), last = items.find((item) => item.end === to);
  const width = Math.max(480, room - 4), span = to - from || 1;
  const height = ROW * view.rows.length + FOOT;
  const x = (time) => LABEL + (width - LABEL - 8) * (time - from) / span;
  const home = element("div", undefined, { class: "gantt", tabindex: "0", role: "region", "aria-label": "Work over time" });
  const chart = drawn("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "Gantt chart" });
  view.rows.forEach((row, place) => {
    const group = drawn("g", { "data-row": place, class: "route" });
    const top = place * ROW;
    const name = row.name.length > 15 ? `${row.name.slice(0, 14)}…` : row.name;
    group.append(drawn("text", { x: LABEL - 6, y: top + 17, "text-anchor": "end" }, name));
    group.append(drawn("line", { class: "grid", x1: LABEL, x2: width, y1: top + ROW, y2: top + ROW }));
    for (const item of row.items) {
      if (item.start === undefined) continue;
      const wide = Math.max(2, x(item.end) - x(item.start)), fill = colour(item.group);
      const bar = drawn("rect", { class: item.late ? "bar late" : "bar", x: x(item.start).toFixed(1), y: top + 3,
        width: wide.toFixed(1), height: ROW - 6, fill });
      bar.append(drawn("title", {}, `${item.label}, ${item.from} to ${item.to}${item.note ? `, ${item.note}` : ""}`));
      group.append(bar);
      if (wide > 16 && items.length < 2000) {
        const letters = Math.floor((wide - 4) / 6.5);
        const text = item.short.length > letters ? `${item.short.slice(0, letters - 1)}…` : item.short;
        const ink = item.late ? "var(--paper)" : readable(fill);
        group.append(drawn("text", { class: "inside", x: (x(item.start) + 4).toFixed(1), y: top + 17, fill: ink }, text));
      }
    }
    chart.append(group);
  });
  chart.append(drawn("text", { x: LABEL, y: height - 6 }, first?.from ?? ""),
    drawn("text", { x: width - 8, y: height - 6, "text-anchor": "end" }, last?.to ?? ""));
  home.append(chart);
  return home;
}

function tableOf(view, row, timed) {
  const table = element("table");
  const head = element("tr");
  const columns = [view.columns[1], ...(timed ? ["from", "to"] : []), ""];
  head.append(...columns.map((text) => element("th", text, { scope: "col" })));
  table.append(element("caption", row.name, { class: "hidden" }), head);
  for (const item of row.items) {
    const line = element("tr", undefined, item.late ? { class: "late" } : {});
    const cells = [item.label, ...(timed ? [item.from ?? "", item.to ?? ""] : []), `${item.late ? "late; " : ""}${item.note}`];
    line.append(...cells.map((text) => element("td", text)));
    table.append(line);
  }
  return table;
}
