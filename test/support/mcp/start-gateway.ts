// A gateway in its own process. It prints the process ids of a server and of the child process of that server.
import { gatewayWith, service } from './gateway.js';

const { call } = await gatewayWith({ todo: service('stubborn') });
const { pid, cwd } = JSON.parse((await call('todo', 'where')).result);
const child = Number((await call('todo', 'child')).result);
process.stdout.write(JSON.stringify({ pid, cwd, child }));
