import { open } from '../model/address.js';
import type { Model } from '../model/model.js';
import { Empty } from '../parts/empty.js';

const COMMAND = 'curl -u "$PLATFORM_PROJECT_ID:$PLATFORM_API_TOKEN" "$PLATFORM_SPACE/api/relay/rest/phone_numbers"';

export function NoRequests({ model, isFiltered }: { readonly model: Model; readonly isFiltered: boolean }) {
  if (isFiltered)
    return (
      <Empty model={model} title="No request matches the filter">
        <button type="button" onClick={() => open({ panel: 'requests' })}>
          Clear the filter
        </button>
      </Empty>
    );
  return (
    <Empty model={model} title="No requests yet" command={COMMAND}>
      <p>
        Requests appear here as programs send them. To send one, paste the <code>export</code> lines that{' '}
        <code>patchbay sandbox</code> printed into a shell, and run:
      </p>
    </Empty>
  );
}
