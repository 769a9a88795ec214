import { randomUUID } from 'node:crypto';
import { isStrongSecret, newSecret, STRENGTH_RULE, type Transport } from '../../http/index.js';
// Type-only cycle: a simulator handles requests, and projects have one each.
import type { Simulator } from '../simulator.js';
import type { ServerState, StoredProject } from '../state/server-state.js';
import type { State } from '../state/state.js';
import { permissionsOf } from '../subjects/api_tokens.js';
import { allProjects } from '../subjects/projects.js';
import { type AccessCheck, accessWith, credentialsIn } from './access.js';

/** One project of a server: its own state, clock, ids, inbox and journal. */
export interface ServedProject {
  readonly project: string;
  readonly token: string;
  readonly simulator: Simulator;
  readonly checkAccess: AccessCheck;
  /** Absent for the first project, and if nothing follows the projects. */
  readonly followed?: FollowedProject | undefined;
}

/** What answers the API for a project that something follows. */
export interface FollowedProject {
  readonly transport: Transport;
  removed(): void;
}

export interface NewProject {
  readonly project?: string | undefined;
  readonly token?: string | undefined;
  readonly seed?: number | undefined;
  readonly now?: string | undefined;
  readonly empty?: boolean | undefined;
  /** Starts with the state of this project. */
  readonly fork?: ServedProject | undefined;
}

/** Starts the simulator of a project. */
export type StartProject = (options: NewProject & { readonly project: string; readonly token: string }) => Simulator;

/** A project that a project of the simulated platform has. It starts empty with the first request that names it. */
interface Subproject extends ServedProject {
  readonly parent: ServedProject;
  /** A reset or a restore of the parent replaces its state, and its subprojects begin again. */
  readonly parentState: State;
}

const MAX_PROJECTS = 1000;

interface ProjectsOptions {
  /** From other machines, so that chosen tokens must be strong. */
  readonly isReachable: boolean;
  /** Follows each project beside the first one. */
  readonly follow?: ((served: ServedProject) => FollowedProject) | undefined;
}

/** The projects of one server, by id. Each is found by the credentials of a request. */
export class Projects {
  readonly main: ServedProject;
  readonly #start: StartProject;
  readonly #made = new Map<string, ServedProject>();
  readonly #subprojects = new Map<string, Subproject>();
  readonly #isReachable: boolean;
  readonly #follow: ProjectsOptions['follow'];
  #origin: string | undefined;

  constructor(main: ServedProject, start: StartProject, { isReachable, follow }: ProjectsOptions) {
    this.#isReachable = isReachable;
    this.#follow = follow;
    this.main = main;
    this.#start = start;
  }

  /** The project that a request names, or the main one, which refuses unknown credentials. */
  of({ url, headers }: { readonly url: string; readonly headers: Readonly<Record<string, string>> }): ServedProject {
    // Without credentials, the path of an audio file names the project.
    const named = credentialsIn(headers)?.user ?? /\/Accounts\/([\w-]+)/.exec(url)?.[1];
    if (named === undefined || named === this.main.project) return this.main;
    return this.#made.get(named) ?? this.#subproject(named) ?? this.main;
  }

  list(): ServedProject[] {
    return [this.main, ...this.#made.values()];
  }

  /** Adds a project. Throws for an id that exists, and for too many. */
  create({ fork, ...options }: NewProject): ServedProject {
    const { project = randomUUID(), token = `PT${newSecret('hex')}` } = options;
    if (project === this.main.project || this.#made.has(project))
      throw new TypeError(`there is a project ${project} already`);
    if (this.#isReachable && !isStrongSecret(token)) throw new TypeError(`the token is too weak: ${STRENGTH_RULE}`);
    if (this.#made.size >= MAX_PROJECTS)
      throw new TypeError(`there are ${MAX_PROJECTS} projects; remove some with DELETE /projects`);
    const created = this.#served({ ...options, project, token });
    if (fork) created.simulator.startFrom(fork.simulator.snapshot());
    this.#made.set(project, created);
    return created;
  }

  /** Removes a project and what it stores. Returns whether there was one. */
  async delete(project: string): Promise<boolean> {
    const found = this.#made.get(project);
    this.#made.delete(project);
    found?.followed?.removed();
    await found?.simulator.webhooks.close();
    return found !== undefined;
  }

  /** The state of all projects. A subproject comes after its parent. */
  state(): ServerState {
    const store = ({ project, token, simulator }: ServedProject): StoredProject => ({
      ...{ project, token },
      snapshot: simulator.snapshot(),
    });
    const subprojects = [...this.#subprojects.values()].filter(isCurrent);
    const projects = [
      ...this.list().map(store),
      ...subprojects.map((one) => ({ ...store(one), parent: one.parent.project })),
    ];
    return { patchbay_state: 1, projects };
  }

  /** Continues with a stored state. The first project keeps its own credentials. */
  restore({ projects }: ServerState): void {
    const [main, ...others] = projects;
    if (main) this.main.simulator.restore(main.snapshot);
    for (const { project, token, parent, snapshot } of others) {
      const served = parent === undefined ? this.create({ project, token }) : this.#subproject(project);
      served?.simulator.restore(snapshot);
    }
  }

  /** The origin at which the projects are served. */
  set origin(origin: string) {
    this.#origin = origin;
    for (const { simulator } of this.list()) simulator.servedAt(origin);
  }

  async close(): Promise<void> {
    const all = [...this.#made.values(), ...this.#subprojects.values()];
    await Promise.all(all.map(({ simulator }) => simulator.webhooks.close()));
  }

  #served(
    options: Parameters<StartProject>[0],
    checkAccess = accessWith(options.project, options.token),
  ): ServedProject {
    const { project, token } = options;
    const simulator = this.#start(options);
    if (this.#origin !== undefined) simulator.servedAt(this.#origin);
    const served = { project, token, simulator, checkAccess };
    return { ...served, followed: this.#follow?.(served) };
  }

  #subproject(id: string): ServedProject | undefined {
    const known = this.#subprojects.get(id);
    if (known && isCurrent(known)) return known;
    this.#subprojects.delete(id);
    known?.followed?.removed();
    void known?.simulator.webhooks.close();
    const parent = [...this.list(), ...this.#subprojects.values()].find((one) => subprojectIn(one, id));
    const stored = parent && subprojectIn(parent, id);
    if (!parent || !stored || this.#subprojects.size >= MAX_PROJECTS) return undefined;
    const { token, created_at: now } = stored;
    const parentState = parent.simulator.state;
    // A token of a subproject is created in the subproject itself or in its parent.
    const checkAccess = accessWith(
      id,
      token,
      (state, secret) => permissionsOf(state, secret) ?? permissionsOf(parent.simulator.state, secret, id),
    );
    const served = this.#served({ project: id, token, now, empty: true }, checkAccess);
    const subproject = { ...served, parent, parentState };
    this.#subprojects.set(id, subproject);
    return subproject;
  }
}

const subprojectIn = ({ simulator }: ServedProject, id: string) => {
  const found = allProjects(simulator.state).get(id);
  return found && found.parent_project_id !== null ? found : undefined;
};

const isCurrent = ({ project, parent, parentState }: Subproject): boolean =>
  parent.simulator.state === parentState && subprojectIn(parent, project) !== undefined;
