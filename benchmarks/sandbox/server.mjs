// One of the two servers, in its own process. It prints its address and ends with its parent.
import { createServer } from 'node:http';
import { aNumber } from './a-number.mjs';

const { sandbox, request } = await aNumber();
const target = { path: new URL(request.url).pathname, headers: request.headers };

if (process.argv[2] === 'sandbox') {
  const { url } = await sandbox.listen();
  process.send({ url, ...target });
} else {
  const { body } = await sandbox.transport.send(request);
  const constant = Buffer.from(body);
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': constant.length });
    response.end(constant);
  });
  server.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}`, ...target }));
}
process.on('disconnect', () => process.exit());
