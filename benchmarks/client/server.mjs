// The server, in its own process. It answers every request with the same kilobyte of JSON.
import { createServer } from 'node:http';

const body = JSON.stringify({ id: 'q', friendly_name: 'sales', filler: 'x'.repeat(970) });
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('disconnect', () => process.exit());
