/** What collects the output of several programs writes the name of the program before each line. */
const SOURCES: readonly RegExp[] = [
  // Docker Compose: `worker-1  | GET …`
  /^(?<source>[\w.-]{1,60}) +\| ?/,
  // kubectl logs --prefix: `[pod/notifier-x4041/notifier] GET …`
  /^\[(?<source>pod\/[\w./-]{1,200})\] ?/,
  // Fly.io: `2026-11-25T11:31:02Z app[3d8d9] ams [info] GET …`
  /^\d{4}-\d\d-\d\dT[\d:.]{8,20}Z (?<source>app\[\w{1,40}\] \w{2,5}) \[\w{3,8}\] ?/,
  // syslog and the journal of systemd: `Feb 24 14:00:05 host program[4040]: GET …`
  /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d (?<source>\S{1,100} [\w./@-]{1,60}(?:\[\d+\])?): /,
];
const MIN_SHARE = 0.6;
const MAX_SOURCES = 50;

/**
 * The text of each program, without its name. Lines of others are empty in it, so that a line keeps its number. A line
 * without a name continues the one above it. A text of one program without names is returned as it is.
 */
export function bySource(text: string): string[] {
  const lines = text.split('\n');
  const filled = lines.filter((line) => line.trim() !== '');
  const form = SOURCES.find((one) => {
    const named = filled.filter((line) => one.test(line)).length;
    return named >= 2 && named >= filled.length * MIN_SHARE;
  });
  if (!form) return [text];
  const parts = new Map<string, string[]>();
  let source = '';
  for (const [i, line] of lines.entries()) {
    const found = form.exec(line);
    source = found?.groups?.source ?? source;
    const part = parts.get(source) ?? [];
    parts.set(source, part);
    while (part.length < i) part.push('');
    part.push(found ? line.slice(found[0].length) : line);
  }
  return parts.size > MAX_SOURCES ? [text] : [...parts.values()].map((part) => part.join('\n'));
}
