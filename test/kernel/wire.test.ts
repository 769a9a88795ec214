import { describe, expect, it } from 'vitest';
import { createWire } from '../../src/kernel/wire/wire.js';

const connection = { key: 'secret', signature_scheme: 'hmac-sha256' };
const frames = (encoded: { frames: (string | Uint8Array)[] }) => encoded.frames.map((frame) => Buffer.from(frame));

describe('signed messages', () => {
  it('decodes an encoded message with its routing ids', () => {
    const wire = createWire(connection, 'tester');
    const parent = wire.encode('execute_request', {}).header;
    const message = wire.decode(frames(wire.encode('execute_reply', { status: 'ok' }, parent, ['client'])));
    expect(message).toMatchObject({
      header: { msg_type: 'execute_reply', username: 'tester', version: '5.3' },
      parent,
      content: { status: 'ok' },
    });
    expect(message.ids.map(String)).toEqual(['client']);
  });

  it('rejects a message signed with another key', () => {
    const stranger = createWire({ ...connection, key: 'guess' }, 'stranger').encode('execute_request', { code: '1' });
    expect(() => createWire(connection, 'kernel').decode(frames(stranger))).toThrow('bad signature');
  });

  it('rejects a message without a signature', () => {
    const unsigned = createWire({ ...connection, key: '' }, 'stranger').encode('execute_request', { code: '1' });
    expect(() => createWire(connection, 'kernel').decode(frames(unsigned))).toThrow('bad signature');
  });

  it('rejects a message with changed content', () => {
    const wire = createWire(connection, 'kernel');
    const parts = frames(wire.encode('execute_request', { code: '1' }));
    parts[parts.length - 1] = Buffer.from('{"code":"2"}');
    expect(() => wire.decode(parts)).toThrow('bad signature');
  });

  it('rejects a replayed message', () => {
    const wire = createWire(connection, 'kernel');
    const parts = frames(wire.encode('execute_request', { code: '1' }));
    wire.decode(parts);
    expect(() => wire.decode(parts)).toThrow('sent twice');
  });

  it('rejects frames that are not a message', () => {
    expect(() => createWire(connection, 'kernel').decode([Buffer.from('hello')])).toThrow('not a Jupyter message');
  });

  it('does not sign messages when the key is empty', () => {
    const wire = createWire({ ...connection, key: '' }, 'kernel');
    expect(wire.decode(frames(wire.encode('status', {}))).header.msg_type).toBe('status');
  });
});
