import { missing, refused, type Walk } from './walk.js';

const DOCUMENT = 'https://example.com/document.json';
const inline = (...main: unknown[]) => ({ version: '1.0.0', sections: { main } });

export const calling: Walk = async (client) => {
  const { calling: commands } = client;
  const { ai_sidecar, ai_sidecar_ask, ai_sidecar_poke, ai_sidecar_status, ai_sidecar_stop } = client.beyond.calling;
  const from = '+12065550100';
  const dial = async (to = '+13125550100', document: object = { url: DOCUMENT }) =>
    (await commands.dial({ from, to, ...document } as Parameters<typeof commands.dial>[0])).id;
  const status_url = 'https://example.com/status';
  const id = await dial();

  await commands.play(id, { play: [{ type: 'tts', params: { text: 'hello' } }], control_id: 'p', status_url });
  await commands.play_pause(id, { control_id: 'p' });
  await commands.play_volume(id, { control_id: 'p', volume: 3 });
  await commands.play_resume(id, { control_id: 'p' });
  await commands.play_stop(id, { control_id: 'p' });
  await refused(commands.play_stop(id, { control_id: 'p' }), 422);

  await commands.record(id, { record: { audio: { stereo: true } }, control_id: 'r', status_url });
  await commands.record_pause(id, { control_id: 'r', behavior: 'silence' });
  await commands.record_resume(id, { control_id: 'r' });
  await commands.record_stop(id, { control_id: 'r' });

  await commands.collect(id, { digits: { max: 4 }, control_id: 'c', status_url });
  await commands.collect_start_input_timers(id, { control_id: 'c' });
  await commands.collect_stop(id, { control_id: 'c' });
  await refused(commands.collect(id, {}), 400);

  await commands.detect(id, { detect: { type: 'machine' }, control_id: 'd', status_url });
  await commands.detect_stop(id, { control_id: 'd' });

  const device = { type: 'ws' as const, params: { uri: 'wss://example.com/tap' } };
  await commands.tap(id, {
    tap: { type: 'audio', params: { direction: 'both' } },
    device,
    control_id: 't',
    status_url,
  });
  await commands.tap_stop(id, { control_id: 't' });
  await commands.stream(id, { url: 'wss://example.com/stream', control_id: 's', status_url });
  await commands.stream_stop(id, { control_id: 's' });

  await commands.denoise(id);
  await commands.denoise_stop(id);
  await commands.transcribe(id, { control_id: 'x', status_url });
  await refused(commands.transcribe(id, { control_id: 'y' }), 409);
  await commands.transcribe_stop(id, { control_id: 'x' });

  await commands.ai_message(id, { role: 'user', message_text: 'Hello?' });
  await commands.ai_hold(id, { timeout: '30' });
  await commands.ai_unhold(id);
  await commands.ai_stop(id);
  await refused(commands.ai_message(id, { role: 'user', message_text: 'Hello?' }), 422);

  await commands.live_transcribe(id, { action: { start: { lang: 'en', direction: ['remote-caller'] } } });
  await commands.live_transcribe(id, { action: { summarize: {} } });
  await commands.live_transcribe(id, { action: 'stop' });
  const languages = { from_lang: 'en', to_lang: 'es', direction: ['remote-caller' as const] };
  await commands.live_translate(id, { action: { start: languages }, status_url });
  await commands.live_translate(id, { action: { inject: { message: 'Hola', direction: 'local-caller' } } });
  await commands.live_translate(id, { action: 'stop' });

  await ai_sidecar(id, { lang: 'en-US', url: status_url });
  await ai_sidecar_poke(id, { text: 'Look.' });
  await ai_sidecar_ask(id, { text: 'How is it going?' });
  await ai_sidecar_status(id);
  await ai_sidecar_stop(id);

  await commands.user_event(id, { event: { kind: 'mine' } });
  await refused(commands.disconnect(id), 422);
  await commands.transfer(id, { dest: '+15035550100' });
  await commands.disconnect(id);
  await commands.update({ id, status: 'completed' });
  await refused(commands.end(id), 422);

  const fax = await dial('+13125550101', {
    swml: inline(
      { send_fax: { control_id: 'f', document: 'https://example.com/a.pdf' } },
      { receive_fax: { control_id: 'g' } },
      { sleep: -1 },
    ),
  });
  await commands.send_fax_stop(fax, { control_id: 'f' });
  await commands.receive_fax_stop(fax, { control_id: 'g' });
  await commands.end(fax, { reason: 'hangup' });

  const sip = await dial('sip:desk@example.com');
  await commands.refer(sip, { device: { type: 'sip', params: { to: 'sip:other@example.com' } }, status_url });

  await missing(commands.end('unknown'));
};
