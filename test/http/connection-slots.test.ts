import { expect, it } from 'vitest';
import { clientOf } from '../../src/http/listener/connection-slots.js';

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::1', '0:0:0:0'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0db8::ffff', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  [undefined, ''],
])('%s counts as the client %j', (address, client) => {
  expect(clientOf(address)).toBe(client);
});
