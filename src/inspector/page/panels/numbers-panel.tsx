import type { NumberRow } from '../../contract.js';
import type { Model } from '../model/model.js';
import { hashOf } from '../model/route.js';
import { useResource } from '../model/use-resource.js';
import { Empty } from '../parts/code.js';
import { counted } from '../parts/format.js';
import { Sheet } from '../parts/sheet.js';
import { SampleAccount } from '../parts/source.js';

/** The numbers of the project with what answers them, those with problems first. */
export function NumbersPanel({ model }: { readonly model: Model }) {
  const { value: numbers, problem } = useResource<readonly NumberRow[]>(model, 'numbers', model.version.value);
  const broken = numbers?.filter(({ problems }) => problems.length > 0).length ?? 0;
  return (
    <div class="panel">
      <div class="head">
        <h1>Numbers</h1>
        {numbers && (
          <span class="quiet">
            {counted(numbers.length, 'number')}
            {broken > 0 && `, ${broken} with a problem`}
          </span>
        )}
      </div>
      {problem !== undefined && <p class="problem">{problem}</p>}
      {numbers?.length === 0 && (
        <Empty model={model} title="The project has no numbers">
          <p>
            <a href={hashOf({ panel: 'resources', words: ['new'], query: { namespace: 'phone_numbers' } })}>
              Search and buy a number
            </a>{' '}
            with an operation of the API, here or in your program.
          </p>
          <SampleAccount model={model} />
        </Empty>
      )}
      <ul class="cards wide" aria-label="Numbers, those with problems first">
        {numbers?.map((one) => (
          <li key={one.id} class="card">
            <h2>
              {one.number} {one.name !== null && <span class="quiet">{one.name}</span>}
            </h2>
            {one.problems.map(({ text, operation, request, call }) => (
              <p key={text} class="problem">
                {text}{' '}
                <span class="fixes">
                  {request !== undefined && (
                    <a href={hashOf({ panel: 'requests', words: [String(request)] })}>Show the request</a>
                  )}
                  {call !== undefined && <a href={hashOf({ panel: 'calls', words: [call] })}>Show the call</a>}
                  <a href={hashOf({ panel: 'resources', words: ['phone_numbers', one.id, operation] })}>
                    Change what answers
                  </a>
                </span>
              </p>
            ))}
            <Actions row={one} />
            <NumberRoute model={model} parts={one.parts} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const Actions = ({ row: { id, number, handler } }: { readonly row: NumberRow }) => (
  <p class="actions">
    <a class="button" href={hashOf({ panel: 'calls', query: { number } })} aria-label={`Ring ${number}`}>
      Ring
    </a>
    <a href={hashOf({ panel: 'resources', words: ['phone_numbers', id] })} aria-label={`Resource of ${number}`}>
      Resource
    </a>
    {handler && (
      <a href={hashOf({ panel: 'resources', words: [handler.namespace, handler.id] })}>
        Handler: <bdi>{handler.title}</bdi>
      </a>
    )}
  </p>
);

/** The route as a picture, what to do, and the settings when they are asked for. The warnings are above. */
function NumberRoute({ model, parts }: { readonly model: Model; readonly parts: NumberRow['parts'] }) {
  const shown = parts.filter(isShown);
  const warnings = parts.findIndex((part) => typeof part === 'object' && 'title' in part && part.title === 'Warnings');
  const settings = parts.filter(
    (part, index) => !isShown(part) && (warnings === -1 || (index !== warnings && index !== warnings + 1)),
  );
  return (
    <>
      <Sheet model={model} parts={shown} />
      {settings.length > 0 && (
        <details>
          <summary>Settings</summary>
          <Sheet model={model} parts={settings} />
        </details>
      )}
    </>
  );
}

const isShown = (part: NumberRow['parts'][number]) => typeof part === 'string' || 'path' in part;
