// A sandbox with its inspector, in its own process, and an empty page of the same server. Ends with its parent.
import { inspectProjects } from '../../src/inspector/index.ts';
import { createSandbox } from '../../src/sandbox.ts';

const sandbox = createSandbox();
const inspector = inspectProjects(sandbox);
const EMPTY = '<!doctype html><html lang="en"><title>empty</title><h1>Requests</h1></html>';
const { url, credentials } = await sandbox.listen(0, {
  through: inspector.through,
  around(served) {
    const page = inspector.around(served);
    const empty = { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(EMPTY) };
    return { send: async (request) => (request.url.endsWith('/empty') ? empty : page.send(request)) };
  },
});
inspector.listens(url);
const authorization = `Basic ${Buffer.from(`${credentials.project}:${credentials.token}`).toString('base64')}`;
process.send({ url, address: url + inspector.newAddress(), authorization });
process.on('disconnect', () => process.exit());
