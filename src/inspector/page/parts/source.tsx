import type { PageSource } from '../../contract.js';
import type { Model } from '../model/model.js';
import { hashOf, type PanelName } from '../model/route.js';

interface Props {
  readonly source: PageSource | undefined;
  readonly panel: PanelName;
}

/** The projects of the server, or the name of the only thing that the page shows. */
export function ProjectSwitch({ source, panel }: Props) {
  if (!source) return null;
  const { kind, name, project, projects } = source;
  if (projects.length < 2) return kind === 'sandbox' ? null : <p class="source">{name}</p>;
  return (
    <label class="source">
      Project
      <select
        value={project}
        onChange={({ currentTarget }) => location.assign(addressOf(currentTarget.value, projects, panel))}
      >
        {projects.map((one) => (
          <option key={one.project} value={one.project}>
            {one.name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The name of the shown project, if there are several. */
export const projectName = (source: PageSource | undefined): string | undefined =>
  source && source.projects.length > 1
    ? source.projects.find((one) => one.project === source.project)?.name
    : undefined;

/** Opens the same panel, but no item: the items of a project are not those of another one. */
export function addressOf(project: string, [first]: PageSource['projects'], panel: PanelName): string {
  const query = project === first?.project ? '' : `?${new URLSearchParams({ project })}`;
  return `/_patchbay/${query}${hashOf({ panel })}`;
}

/** Where sample numbers are, if the project has none. Only a server has projects. */
export function SampleAccount({ model }: { readonly model: Model }) {
  const source = model.source.value;
  if (source?.kind !== 'sandbox') return null;
  return (
    <p>
      {source.projects.length > 1 ? (
        <>
          A project that <a href={hashOf({ panel: 'projects' })}>starts with the sample account</a> has sample numbers.
        </>
      ) : (
        <>
          A sandbox has sample numbers when it starts, unless it starts with <code>--empty</code>.
        </>
      )}
    </p>
  );
}

/** In place of a panel that needs a sandbox. */
export const RequestsOnly = ({ model }: { readonly model: Model }) => (
  <div class="panel">
    <div class="empty">
      <h1>No sandbox</h1>
      <p>{model.source.value?.note}</p>
      <a class="button" href={hashOf({ panel: 'requests' })}>
        Show the requests
      </a>
    </div>
  </div>
);
