// Asks for one thing after the other, recorded, and says each time that the answer is there. Runs until it is killed.
import { request } from 'undici';
import { recordingDispatcher } from '../../../../dist/cassette.js';

const [url, file] = process.argv.slice(2);
const dispatcher = await recordingDispatcher(file, {});
for (let n = 0; ; n++) {
  const { body } = await request(`${url}/${n}`, { dispatcher });
  await body.text();
  process.stdout.write(`${n}\n`);
}
