// What a controller decided: operators and perturbations over time, what was accepted, a policy's values.
import { colour, drawn, element, key, number } from "./elements.js";

const WIDTH = 360, HEIGHT = 96;

export function acceptedShare(decisions) {
  const sum = (counts) => counts.reduce((total, one) => total + one, 0);
  const decided = decisions ? sum(decisions.decided) : 0;
  return decided ? 100 * sum(decisions.accepted) / decided : null;
}

// A card for each job: shares of the operators over its steps, and the share that was accepted.
export function drawDecisions(home, jobs) {
  const cards = jobs.filter((job) => job.decisions).map(cardOf);
  home.replaceChildren(...(cards.length ? cards : [element("p", jobs.every((job) => job.result) ? "none were needed" : "none yet", { class: "dim" })]));
}

function cardOf(job) {
  const seen = job.decisions;
  const card = element("section", undefined, { class: "card", "aria-label": `Decisions of ${job.settings.controller}` });
  card.append(element("h4", job.settings.controller));
  const rejected = seen.decided.reduce((sum, one) => sum + one, 0) - seen.accepted.reduce((sum, one) => sum + one, 0);
  card.append(element("p", `${number(seen.accepted.reduce((sum, one) => sum + one, 0))} accepted, ${number(rejected)} rejected`));
  const used = seen.names.map((name, place) => ({ name, place, count: seen.proposed[place] })).filter((one) => one.count);
  card.append(overTime(seen, used));
  const list = element("ul");
  for (const [order, one] of used.entries()) {
    const kind = one.place < seen.operators ? "" : " (perturbation)";
    const share = seen.decided[one.place] ? `, ${number(100 * seen.accepted[one.place] / seen.decided[one.place], 1)} % accepted` : "";
    const item = element("li");
    item.append(key(order), ` ${one.name}${kind}: ${number(one.count)}${share}`);
    list.append(item);
  }
  card.append(list);
  if (seen.values.length) card.append(element("p", "Values of the policy at its last decisions"), values(seen), actions(seen));
  return card;
}

function overTime(seen, used) {
  const chart = drawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img",
    "aria-label": "Shares of operators and perturbations over time; the line is the share that was accepted" });
  const bins = seen.over_time.proposed, wide = WIDTH / Math.max(1, bins.length);
  let line = "";
  bins.forEach((counts, bin) => {
    const total = counts.reduce((sum, one) => sum + one, 0) || 1;
    let top = 0;
    used.forEach(({ place }, order) => {
      if (!counts[place]) return;
      const high = HEIGHT * counts[place] / total;
      chart.append(drawn("rect", { x: (bin * wide).toFixed(2), y: top.toFixed(2), width: (wide + 0.3).toFixed(2),
        height: high.toFixed(2), fill: colour(order), opacity: order < 8 ? 0.85 : 0.5 }));
      top += high;
    });
    const decided = seen.over_time.decided[bin];
    if (decided) line += `${line ? "L" : "M"}${((bin + 0.5) * wide).toFixed(1)} ${(HEIGHT * (1 - seen.over_time.accepted[bin] / decided)).toFixed(1)}`;
  });
  chart.append(drawn("path", { d: line, class: "curve", stroke: "var(--paper)", "stroke-width": 5 }),
    drawn("path", { d: line, class: "curve", stroke: "var(--ink)" }));
  return chart;
}

function values(seen) {
  const chart = drawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": "Values of the actions" });
  const all = seen.values.flat();
  const low = Math.min(...all), span = Math.max(...all) - low || 1;
  const wide = WIDTH / Math.max(1, seen.values.length - 1);
  for (let action = 0; action < seen.values[0].length; action++) {
    const path = seen.values.map((row, at) =>
      `${at ? "L" : "M"}${(at * wide).toFixed(1)} ${(4 + (HEIGHT - 8) * (1 - (row[action] - low) / span)).toFixed(1)}`).join("");
    chart.append(drawn("path", { d: path, class: "curve", stroke: colour(action), opacity: 0.8 }));
  }
  return chart;
}

// The actions of highest value at the last decision.
function actions(seen) {
  const last = seen.values.at(-1);
  const order = last.map((value, place) => ({ value, place })).sort((one, other) => other.value - one.value).slice(0, 6);
  const list = element("ul");
  for (const { value, place } of order) {
    const item = element("li");
    item.append(key(place), ` ${seen.actions[place] ?? place}: ${number(value, 4)}`);
    list.append(item);
  }
  return list;
}
