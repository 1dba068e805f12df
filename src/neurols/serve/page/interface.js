// The interface over HTTP, from its description: every request with its parameters and answers.
import { at, element } from "./elements.js";

const described = await (await fetch("openapi.json")).json();
for (const [path, verbs] of Object.entries(described.paths)) {
  for (const [verb, told] of Object.entries(verbs)) {
    const section = element("section");
    const title = element("h3");
    title.append(element("code", `${verb.toUpperCase()} ${path}`));
    section.append(title, element("p", told.description ?? told.summary));
    if (told.parameters?.length) {
      const table = element("table");
      for (const one of told.parameters) {
        const row = element("tr");
        const kind = one.schema.type ?? "";
        const preset = one.schema.default === undefined ? "" : `, ${one.schema.default} by default`;
        row.append(element("td", one.name), element("td", `${one.in}, ${kind}${one.required ? ", required" : preset}`),
          element("td", one.description ?? ""));
        table.append(row);
      }
      section.append(table);
    }
    const answers = Object.entries(told.responses).map(([status, one]) => `${status} ${one.description}`);
    section.append(element("p", answers.join(" · "), { class: "dim" }));
    at("verbs").append(section);
  }
}
