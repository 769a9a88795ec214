import type { Signal } from '@preact/signals';
import { render } from 'preact';
import { useState } from 'preact/hooks';
import { CallsPanel } from './calls/calls-panel.js';
import { CasePanel } from './case/case-panel.js';
import { useKeys } from './model/keys.js';
import { type Model, open, startModel } from './model/model.js';
import { hashOf, keyOfPanel, type PanelName, panelsOf, titleOf } from './model/route.js';
import { ClockPanel } from './panels/clock-panel.js';
import { FaultsPanel } from './panels/faults-panel.js';
import { InboxPanel } from './panels/inbox-panel.js';
import { NumbersPanel } from './panels/numbers-panel.js';
import { ProjectsPanel } from './panels/projects-panel.js';
import { SnapshotsPanel } from './panels/snapshots-panel.js';
import { counted, timeOfDay } from './parts/format.js';
import { HelpDialog } from './parts/help-dialog.js';
import { ProjectSwitch, projectName, RequestsOnly } from './parts/source.js';
import { RequestsPanel } from './requests/requests-panel.js';
import { ResourcesPanel } from './resources/resources-panel.js';
import './style/page.css';

const DRAWN: Readonly<Record<PanelName, (props: { readonly model: Model }) => preact.JSX.Element>> = {
  requests: RequestsPanel,
  calls: CallsPanel,
  inbox: InboxPanel,
  clock: ClockPanel,
  faults: FaultsPanel,
  snapshots: SnapshotsPanel,
  numbers: NumbersPanel,
  resources: ResourcesPanel,
  case: CasePanel,
  projects: ProjectsPanel,
};

/** The frame of the page: its panels, the state of the connection, and the keys that work everywhere. */
function App({ model }: { readonly model: Model }) {
  const [isHelpOpen, setHelp] = useState(false);
  const { panel } = model.route.value;
  const { source } = model;
  const panels = panelsOf(source.value);
  const Panel = panels.includes(panel) ? DRAWN[panel] : RequestsOnly;
  document.title = `${[titleOf(panel), projectName(source.value)].filter(Boolean).join(' · ')} · Patchbay inspector`;
  useKeys(model, {
    '?': () => setHelp(true),
    ...Object.fromEntries(panels.map((name, index) => [keyOfPanel(index), () => open({ panel: name })])),
  });
  return (
    <div class="frame">
      <header class="side">
        <p class="brand">
          <strong>Patchbay</strong> inspector
        </p>
        <ProjectSwitch source={source.value} panel={panel} />
        <nav aria-label="Panels">
          {panels.map((name) => (
            <a key={name} href={hashOf({ panel: name })} aria-current={name === panel ? 'page' : undefined}>
              {titleOf(name)}
            </a>
          ))}
        </nav>
        <div class="side-end">
          {model.problem.value === undefined && (
            <>
              <ActiveFaults faults={model.faults} />
              <Running realTime={model.realTime} />
              <Connection connection={model.connection} isRecording={source.value?.kind === 'recording'} />
            </>
          )}
          <button type="button" class="plain" onClick={() => setHelp(true)}>
            Keys <kbd>?</kbd>
          </button>
        </div>
      </header>
      <main>
        {model.connection.value === 'signed out' && <SignedOut />}
        {model.problem.value === undefined ? <Panel model={model} /> : <NoProject text={model.problem.value} />}
      </main>
      <p class="hidden" role="status">
        {model.report.value}
      </p>
      {isHelpOpen && <HelpDialog onClose={() => setHelp(false)} />}
    </div>
  );
}

const NoProject = ({ text }: { readonly text: string }) => (
  <p class="notice" role="alert">
    {text} <a href="/_patchbay/">Open the first project</a>
  </p>
);

const CONNECTION_TEXTS = {
  connecting: 'Connecting',
  live: 'Connected',
  lost: 'Not connected',
  'signed out': 'Signed out',
} as const;

interface ConnectionProps {
  readonly connection: Signal<keyof typeof CONNECTION_TEXTS>;
  /** Nothing follows in a recording. */
  readonly isRecording: boolean;
}

function Connection({ connection: { value }, isRecording }: ConnectionProps) {
  const isLive = value === 'live';
  return (
    <p class={`connection ${isLive && !isRecording ? 'live' : ''}`} role="status">
      {isLive && isRecording ? 'Recording' : CONNECTION_TEXTS[value]}
    </p>
  );
}

/** In each panel, because a fault is easily forgotten. */
function ActiveFaults({ faults: { value = [] } }: Pick<Model, 'faults'>) {
  if (value.length === 0) return null;
  return (
    <p class="faults-on">
      <a href={hashOf({ panel: 'faults' })}>{counted(value.length, 'active fault')}</a>
    </p>
  );
}

/** The simulated time while it runs, in each panel. */
function Running({ realTime: { isRunning, time, stop } }: Pick<Model, 'realTime'>) {
  if (!isRunning.value) return null;
  return (
    <p class="clock-running">
      <a href={hashOf({ panel: 'clock' })}>
        Clock <span class="mono">{timeOfDay(time.value ?? null) || '…'}</span>
      </a>
      <button type="button" class="small" aria-label="Stop the clock" onClick={stop}>
        Stop
      </button>
    </p>
  );
}

const SignedOut = () => (
  <p class="notice" role="alert">
    The server was restarted, or your session ended.{' '}
    <a
      href="/_patchbay/"
      onClick={(event) => {
        // Keeps the project and the view.
        event.preventDefault();
        location.reload();
      }}
    >
      Sign in again
    </a>
  </p>
);

/** Outside the box for it, a browser would open a dropped file in place of the page, as it is. */
function refuseFiles(): void {
  for (const type of ['dragover', 'drop'] as const)
    addEventListener(type, (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    });
}

/** The document has the first view already. The page takes its place when it can draw the same. */
async function start(): Promise<void> {
  const root = document.getElementById('page');
  if (!root) return;
  refuseFiles();
  const model = startModel();
  await model.isReady;
  root.replaceChildren();
  render(<App model={model} />, root);
}

void start();
