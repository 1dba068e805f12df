// Requests to the service, and the one stream of events for all jobs that are watched.
const API = "api/v1";
const BETWEEN = 50; // milliseconds in which only the last event of a job counts

function headers() {
  const token = sessionStorage.getItem("token");
  return token ? { Authorization: `Bearer ${token}` } : {};
}

export async function ask(path, options = {}) {
  const answer = await fetch(`${API}/${path}`, { ...options, headers: headers() });
  if (answer.ok) return answer;
  let told = {};
  try { told = await answer.json(); } catch { /* no problem description */ }
  const lines = told.mistakes ?? [told.detail, told.remedy].filter(Boolean);
  const error = new Error([told.title ?? `error ${answer.status}`, ...lines].join("\n"));
  error.status = answer.status;
  throw error;
}

export const json = async (path, options) => (await ask(path, options)).json();

const watched = new Set();
let reading = null;

// Calls onJob with jobs as they change, at most 20 times a second each; onGone with the id of a deleted one.
export function watch(ids, onJob, onGone, onError) {
  const known = watched.size;
  for (const id of ids) watched.add(id);
  if (watched.size === known && reading) return;
  reading?.abort();
  if (watched.size) read(onJob, onGone, onError);
}

async function read(onJob, onGone, onError) {
  const mine = (reading = new AbortController());
  const fresh = new Map();
  let due = false;
  const hand = () => {
    due = false;
    const jobs = [...fresh.values()];
    fresh.clear();
    for (const job of jobs) onJob(JSON.parse(job));
  };
  try {
    const query = new URLSearchParams([...watched].slice(-200).map((id) => ["job", id]));
    const answer = await ask(`events?${query}`, { signal: mine.signal });
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      text += value;
      const parts = text.split("\n\n");
      text = parts.pop();
      for (const part of parts) {
        const [kind, data] = part.split("\ndata: ");
        if (kind === "event: deleted") onGone(JSON.parse(data).id);
        // Every event holds the whole job: of several in a row the last one will do.
        if (kind === "event: job") fresh.set(data.slice(0, 40), data);
      }
      if (fresh.size && !due) { due = true; setTimeout(hand, BETWEEN); }
    }
    if (fresh.size) hand();
    watched.clear();
  } catch (error) {
    if (error.name === "AbortError") return;
    if (error.status === undefined) setTimeout(() => { if (reading === null) read(onJob, onGone, onError); }, 2000);
    onError(error);
  } finally {
    if (reading === mine) reading = null;
  }
}
