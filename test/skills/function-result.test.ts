import { expect, it } from 'vitest';
import { FunctionResult } from '../../src/skills/index.js';

it('writes the response, the actions and whether to speak first', () => {
  const result = new FunctionResult('Bye.', true).add_action('hangup', true).update_global_data({ done: true });
  expect(result.remove_global_data('open').to_dict()).toEqual({
    response: 'Bye.',
    action: [{ hangup: true }, { set_global_data: { done: true } }, { unset_global_data: 'open' }],
    post_process: true,
  });
});

it('says that it is done when there is nothing else to say', () => {
  expect(new FunctionResult().to_dict()).toEqual({ response: 'Done.' });
  expect(new FunctionResult().add_action('stop', true).to_dict()).toEqual({ action: [{ stop: true }] });
});

it.each([
  ['text', { response: 'text' }],
  [undefined, { response: 'Done.' }],
  [null, { response: 'Done.' }],
  [42, { response: '42' }],
  [['a'], { response: '["a"]' }],
  [{ lat: 1 }, { response: '{"lat":1}' }],
  [
    { response: 'hi', action: [{ stop: true }, 'odd'] },
    { response: 'hi', action: [{ stop: true }] },
  ],
  [{ to_dict: () => ({ response: 'from elsewhere' }) }, { response: 'from elsewhere' }],
])('makes a result of what a handler returned: %j', (value, document) => {
  expect(FunctionResult.from(value).to_dict()).toEqual(document);
});

it('is written as its document', () => {
  expect(JSON.stringify(new FunctionResult('hi'))).toBe('{"response":"hi"}');
});
