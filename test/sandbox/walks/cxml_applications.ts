import type { RestClient } from '../../../src/client/index.js';
import { missing, refused, type Walk } from './walk.js';

/** Applications and stored documents, in both APIs. */
export const cxml_applications: Walk = async ({ compat, fabric }: RestClient) => {
  const made = await compat.applications.create({ FriendlyName: 'Menu', VoiceUrl: 'https://example.com/menu.xml' });
  await compat.applications.list({ FriendlyName: 'Menu' });
  await compat.applications.get(made.sid);
  await compat.applications.update(made.sid, { FriendlyName: 'Main menu', SmsMethod: 'GET' });
  await refused(compat.applications.update(made.sid, { FriendlyName: 'Main menu', VoiceUrl: 'nowhere' }), 422);
  await fabric.cxml_applications.list();
  await fabric.cxml_applications.get(made.sid);
  await fabric.cxml_applications.list_addresses(made.sid);
  await fabric.cxml_applications.update(made.sid, { display_name: 'The menu' });
  await fabric.cxml_applications.delete(made.sid);
  await missing(compat.applications.get(made.sid));
  const other = await compat.applications.create({ FriendlyName: 'Other' });
  await compat.applications.delete(other.sid);
  await missing(fabric.cxml_applications.get(other.sid));

  const bin = await compat.laml_bins.create({ Name: 'Hold', Contents: '<Response><Pause/></Response>' });
  await compat.laml_bins.list({ Name: 'Hold' });
  await compat.laml_bins.get(bin.sid);
  await compat.laml_bins.update(bin.sid, { Name: 'Hold on' });
  await compat.laml_bins.delete(bin.sid);
  await missing(compat.laml_bins.get(bin.sid));
};
