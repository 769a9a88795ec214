// A site in a process of its own: pages of 20 KB in a tree, each 50 ms away, and one that never answers. It says where
// it is and ends with its parent.
import { createServer } from 'node:http';

const LATENCY = 50;
const BRANCHES = 10;
const TEXT = '<p>Solar panels turn light into current; their <b>yield</b> falls as they warm.</p>';

function page(at, count) {
  const links = [];
  for (let next = at * BRANCHES + 1; next <= at * BRANCHES + BRANCHES && next < count; next++)
    links.push(`<li><a href="/${count}/${next}">Page ${next}</a></li>`);
  const head = `<!doctype html><title>Page ${at}</title><nav><ul>${links.join('')}</ul></nav><h1>Page ${at}</h1>`;
  return head + TEXT.repeat(Math.ceil((20_000 - head.length) / TEXT.length));
}

const server = createServer((request, response) => {
  const [, count, at] = /^\/(\d+)\/(\d+)$/.exec(request.url) ?? [];
  if (request.url === '/never') return;
  if (count === undefined) return response.writeHead(404).end();
  setTimeout(() => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(page(Number(at), Number(count)));
  }, LATENCY);
});
server.listen(0, '127.0.0.1', () => process.send(`http://127.0.0.1:${server.address().port}`));
process.on('disconnect', () => process.exit());
