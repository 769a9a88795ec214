import type { ResourceDetail, ResourceLink } from '../../contract.js';
import { ApiError } from '../model/api.js';
import { type Model, open } from '../model/model.js';
import { hashOf } from '../model/route.js';
import { useCalm } from '../model/use-calm.js';
import { useResource } from '../model/use-resource.js';
import { CopyButton } from '../parts/code.js';
import { counted } from '../parts/format.js';
import { Body } from '../requests/message.js';
import { OperationPicker } from './operation-picker.js';

interface Props {
  readonly model: Model;
  readonly namespace: string;
  readonly id: string;
  /** The operation to show first, without its namespace. */
  readonly operation: string | undefined;
  /** Called after the page deleted the resource. */
  onDeleted(text: string): void;
}

/** A resource: its relations, its fields, what is below it, and the operations that change it. */
export function ResourceView({ model, namespace, id, operation, onDeleted }: Props) {
  const path = `resources/${namespace}/${encodeURIComponent(id)}`;
  const { value, problem } = useResource<ResourceDetail>(model, path, useCalm(model.version.value));
  /** An operation deleted the resource if the API does not list it any more. */
  const succeeded = async (operation: string, status: number) => {
    const error: unknown = await model.api.get(path).catch((one: unknown) => one);
    if (error instanceof ApiError && error.status === 404)
      onDeleted(`Deleted: ${value?.row.title ?? id} (${operation}, status ${status})`);
  };
  return (
    <article class="request">
      <div class="head">
        <button type="button" class="back" onClick={() => open({ panel: 'resources', query: model.route.value.query })}>
          ← Resources
        </button>
        <h2>
          <bdi>{value?.row.title ?? 'Resource'}</bdi>
        </h2>
      </div>
      <p class="quiet resource-id">
        <span>{namespace}</span> <span class="mono">{id}</span>{' '}
        <CopyButton model={model} text={id} label="Copy the id" />
      </p>
      {problem !== undefined && <p class="problem">{problem}</p>}
      {value && (
        <>
          <Links title="Refers to" links={value.links} />
          <Links title="Used by" links={value.usedBy} />
          <section>
            <h3>Fields</h3>
            <Body label="Fields" text={value.json} />
            {value.isCut && <p class="quiet">The page shows only the first part of the resource.</p>}
          </section>
          {value.children.map(({ operation, count, json }) => (
            <details key={operation}>
              <summary>
                {operation} ({counted(count, 'item')})
              </summary>
              <Body label={operation} text={json} />
            </details>
          ))}
          {value.operations.length > 0 && (
            <OperationPicker
              model={model}
              operations={value.operations}
              label="Change it with"
              first={operation && `${namespace}.${operation}`}
              onSucceeded={(operation, status) => void succeeded(operation, status)}
            />
          )}
        </>
      )}
    </article>
  );
}

const MAX_OPEN = 5;

function Links({ title, links }: { readonly title: string; readonly links: readonly ResourceLink[] }) {
  if (links.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <LinkList links={links.slice(0, MAX_OPEN)} />
      {links.length > MAX_OPEN && (
        <details>
          <summary>{links.length - MAX_OPEN} more</summary>
          <LinkList links={links.slice(MAX_OPEN)} />
        </details>
      )}
    </section>
  );
}

const LinkList = ({ links }: { readonly links: readonly ResourceLink[] }) => (
  <ul class="links">
    {links.map(({ namespace, id, title, path }) => (
      <li key={`${namespace} ${id} ${path}`}>
        <a href={hashOf({ panel: 'resources', words: [namespace, id] })}>
          <bdi>{title}</bdi>
        </a>{' '}
        <span class="quiet">
          {namespace}, <span class="mono">{path}</span>
        </span>
      </li>
    ))}
  </ul>
);
