import { anything, either, obj, oneOf, shape, str } from '../../field.js';
import { op } from '../../row.js';
import { AppAddress } from './addresses.js';
import { family, resource } from './resource.js';

const document = anything('A document of the call language.');
const messaging = anything('A document for messages.');
const status_callback_url = str('Only for calls.');

const SwmlScript = either([
  shape('CallingSwmlScript', { id: str(), display_name: str(), script_type: oneOf(['calling']), request_url: str(), contents: document }, { status_callback_url: str(), status_callback_method: oneOf(['POST']) }),
  shape('MessagingSwmlScript', { id: str(), display_name: str(), script_type: oneOf(['messaging']), request_url: str(), contents: messaging }),
]);
export const SwmlScriptResource = resource('SwmlScriptResource', 'swml_script', SwmlScript);

const common = family('swml_scripts', 'SWML script', { update: 'PUT', needs: {}, takes: {}, gives: SwmlScriptResource, addresses: AppAddress });

export const swml_scripts = {
  ...common,
  create: op('POST /api/fabric/resources/swml_scripts', 'Create a SWML script.', {
    needs: { name: str('An update and the answer call it `display_name`.') },
    variants: [
      obj({ contents: document }, { script_type: oneOf(['calling'], undefined, { default: 'calling' }), status_callback_url }),
      obj({ contents: messaging }, { script_type: oneOf(['messaging']) }),
    ],
    gives: SwmlScriptResource,
  }),
  update: op('PUT /api/fabric/resources/swml_scripts/{resource_id}', 'Change a SWML script.', {
    takes: { display_name: str(), script_type: oneOf(['calling', 'messaging'], undefined, { default: 'calling' }), contents: document, status_callback_url },
    gives: SwmlScriptResource,
  }),
};
