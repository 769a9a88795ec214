import { expect, it } from 'vitest';
import { Collection } from '../../src/sandbox/state/collection.js';
import { Transaction } from '../../src/sandbox/state/transaction.js';

const byName = ({ name }: { readonly name?: string }) => name;
const items = () => {
  const transaction = new Transaction();
  const all = new Collection<{ id: string; name?: string }>(transaction);
  all.add({ id: '1', name: 'sales' });
  const ids = (name: string) => all.withKey(byName, name).map(({ id }) => id);
  return { all, ids, transaction };
};

it('finds items by a key through every change, oldest first', () => {
  const { all, ids } = items();
  expect(ids('sales')).toEqual(['1']);
  all.add({ id: '2', name: 'sales' });
  all.add({ id: '3' });
  expect(ids('sales')).toEqual(['1', '2']);
  all.replace({ id: '1', name: 'support' });
  expect([ids('sales'), ids('support')]).toEqual([['2'], ['1']]);
  all.replace({ id: '1', name: 'sales' });
  expect(ids('sales')).toEqual(['1', '2']);
  all.delete('1');
  expect([ids('sales'), ids('support')]).toEqual([['2'], []]);
});

it('finds the same items as before after a write that failed', () => {
  const { all, ids, transaction } = items();
  const write = () => {
    all.add({ id: '2', name: 'support' });
    all.replace({ id: '1', name: 'orders' });
    all.delete('1');
    throw new Error('the write failed');
  };
  expect(ids('sales')).toEqual(['1']);
  expect(() => transaction.run(write, () => true)).toThrow('the write failed');
  expect([ids('sales'), ids('support'), ids('orders')]).toEqual([['1'], [], []]);
});
