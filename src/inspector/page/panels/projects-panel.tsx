import { useState } from 'preact/hooks';
import type { CreatedProject, PageSource, ProjectsState } from '../../contract.js';
import type { Model } from '../model/model.js';
import { useResource } from '../model/use-resource.js';
import { Code, Empty } from '../parts/code.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { counted, messageOf } from '../parts/format.js';
import { addressOf } from '../parts/source.js';

/** The projects of the server, of which the page shows one. */
export function ProjectsPanel({ model }: { readonly model: Model }) {
  const source = model.source.value;
  const { value, problem } = useResource<ProjectsState>(model, 'projects');
  const [created, setCreated] = useState<CreatedProject>();
  const [failure, setFailure] = useState<string>();
  const run = async (work: () => Promise<CreatedProject | undefined>) => {
    try {
      setCreated(await work());
      setFailure(undefined);
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  const shownProblem = failure ?? problem;
  return (
    <div class="panel">
      <div class="head">
        <h1>Projects</h1>
        {source && <span class="quiet">{counted(source.projects.length, 'project')}</span>}
      </div>
      {shownProblem !== undefined && (
        <p class="problem" role="alert">
          {shownProblem}
        </p>
      )}
      {value?.isManaged === false && (
        <Empty model={model} title="This server has one project" command="patchbay sandbox --projects">
          <p>
            A project has its own requests, calls, resources, inbox and clock, so that tests run beside each other. To
            have several, start the server with:
          </p>
        </Empty>
      )}
      {source && value?.isManaged && (
        <div class="columns">
          <div class="column">
            <CreateForm model={model} run={run} />
            {created && <Created model={model} created={created} />}
          </div>
          <List model={model} source={source} run={run} />
        </div>
      )}
    </div>
  );
}

interface RunProps {
  readonly model: Model;
  run(work: () => Promise<CreatedProject | undefined>): Promise<void>;
}

function List({ model, source: { project: shown, projects }, run }: RunProps & { readonly source: PageSource }) {
  const [first] = projects;
  const remove = (project: string) => async () => {
    await model.api.delete(`projects?project=${encodeURIComponent(project)}`);
    return undefined;
  };
  return (
    <ul class="cards" aria-label="Projects">
      {projects.map(({ project, name }) => (
        <li key={project} class="card rule">
          <span>
            <strong>{name}</strong>
            {name !== project && <span class="quiet mono">{project}</span>}
            {project === shown && <span class="quiet">The page shows this project.</span>}
          </span>
          <span class="actions">
            {project !== shown && (
              <a class="button" href={addressOf(project, projects, 'requests')} aria-label={`Show ${name}`}>
                Show
              </a>
            )}
            {project !== first?.project && (shown === first?.project || project === shown) && (
              <ConfirmButton
                label="Delete"
                name={`Delete ${name}`}
                question="Its state is lost."
                isSmall
                onConfirm={() => void run(remove(project))}
              />
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

const STARTS = [
  ['sample', 'The sample account'],
  ['empty', 'An empty account'],
  ['fork', 'The present state of this project'],
] as const;

function CreateForm({ model, run }: RunProps) {
  const [project, setProject] = useState('');
  const [start, setStart] = useState<string>('sample');
  return (
    <form
      class="card fields"
      onSubmit={(event) => {
        event.preventDefault();
        const options = {
          ...(project.trim() !== '' && { project: project.trim() }),
          ...(start === 'empty' && { empty: true }),
          ...(start === 'fork' && { fork: true }),
        };
        setProject('');
        void run(() => model.api.post<CreatedProject>('projects', options));
      }}
    >
      <h2>Add a project</h2>
      <label>
        Id
        <input
          value={project}
          maxLength={64}
          placeholder="a random one"
          onInput={({ currentTarget }) => setProject(currentTarget.value)}
        />
      </label>
      <label>
        Starts with
        <select value={start} onChange={({ currentTarget }) => setStart(currentTarget.value)}>
          {STARTS.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="primary">
        Add
      </button>
    </form>
  );
}

const Created = ({ model, created: { project, token, url } }: { model: Model; created: CreatedProject }) => (
  <section class="card created" aria-label="The new project" aria-live="polite">
    <h2>Added: {project}</h2>
    <p>The page shows the token only now. A program uses the project with:</p>
    <Code
      model={model}
      text={[
        `export PLATFORM_PROJECT_ID=${project}`,
        `export PLATFORM_API_TOKEN=${token}`,
        `export PLATFORM_SPACE=${url}`,
      ].join('\n')}
    />
  </section>
);
