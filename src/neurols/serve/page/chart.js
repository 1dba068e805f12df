// Best cost, or its gap, over the seconds of each search: several controllers on one clock.
import { colour, dash, drawn, number } from "./elements.js";

const LEFT = 74, RIGHT = 12, TOP = 14, BOTTOM = 24;

// Draws jobs into an SVG element; `shown` makes what is drawn of a cost.
export function drawChart(chart, jobs, shown) {
  const all = jobs.map((job, place) => ({ job, place })).filter(({ job }) => job.trace.length);
  if (!all.length) return chart.replaceChildren();
  const width = chart.clientWidth || 640, height = chart.clientHeight || 240;
  chart.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const last = (job) => Math.max(job.seconds, job.trace.at(-1)[0]);
  const end = Math.max(1, ...all.map(({ job }) => last(job)));
  let low = Infinity, high = -Infinity;
  for (const { job } of all) {
    for (const [, cost] of job.trace) {
      const value = shown(cost);
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  const span = high - low || 1;
  const x = (time) => LEFT + (width - LEFT - RIGHT) * time / end;
  const y = (value) => TOP + (height - TOP - BOTTOM) * (high - value) / span;
  const made = [];
  for (const share of [0, 0.5, 1]) {
    const value = low + span * share;
    made.push(drawn("line", { class: "grid", x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value) }));
    if (high > low || share === 0) {
      made.push(drawn("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, number(value, span < 10 ? 2 : 0)));
    }
    made.push(drawn("text", { x: x(end * share), y: height - 7, "text-anchor": ["start", "middle", "end"][2 * share] },
      `${number(end * share, 1)} s`));
  }
  for (const { job, place } of all) {
    const points = job.trace.map(([time, cost]) => [Math.round(x(time)), y(shown(cost)).toFixed(1)]);
    // Of several points in one column of the screen the last one, which is the lowest, will do.
    const told = points.filter(([right], k) => !k || k === points.length - 1 || points[k + 1][0] > right);
    const path = `${told.map(([right, up], k) => k ? `H${right}V${up}` : `M${right} ${up}`).join("")}H${x(last(job)).toFixed(1)}`;
    const [right, up] = points.at(-1);
    made.push(drawn("circle", { cx: right, cy: up, r: 4, fill: colour(place) }));
    made.push(drawn("path", { class: "curve", d: path, stroke: colour(place), "stroke-dasharray": dash(place) }));
  }
  chart.replaceChildren(...made);
}
