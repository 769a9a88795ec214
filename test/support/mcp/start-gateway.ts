// A gateway as a process of its own, which tells of a server that it runs and of what that started in turn.
import { gatewayWith, service } from './gateway.js';

const { call } = await gatewayWith({ todo: service('stubborn') });
const { pid, cwd } = JSON.parse((await call('todo', 'where')).result);
const child = Number((await call('todo', 'child')).result);
process.stdout.write(JSON.stringify({ pid, cwd, child }));
