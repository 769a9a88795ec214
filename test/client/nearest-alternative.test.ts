import { expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';

it('names a missing field of the alternative whose fields were given', async () => {
  const client = createSandbox().client().with({ check: false });
  const managed = { name: 'Sandbox Two', company_name: 'Two Inc.', contact_phone: '+12065550100' };
  await expect(client.registry.brands.create(managed as never)).rejects.toMatchObject({
    message: expect.stringContaining('contact_email is required'),
  });
});

it('names a missing field inside the alternative whose name was given', async () => {
  const client = createSandbox().client().with({ check: false });
  const live = client.calling.live_transcribe('any', { action: { start: {} } } as never);
  await expect(live).rejects.toMatchObject({ message: expect.stringContaining('action.start.lang is required') });
});
