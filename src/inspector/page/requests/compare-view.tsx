import type { RequestDetail, ShownMessage } from '../../contract.js';
import type { Model } from '../model/model.js';
import { hashOf } from '../model/route.js';
import { useResource } from '../model/use-resource.js';
import { counted } from '../parts/format.js';
import { lineDiff } from './line-diff.js';
import { titleOf } from './row-text.js';

interface Props {
  readonly model: Model;
  readonly left: string;
  readonly right: string;
}

/** Two requests side by side: what differs is marked. */
export function CompareView({ model, left, right }: Props) {
  const a = useResource<RequestDetail>(model, `requests/${encodeURIComponent(left)}`);
  const b = useResource<RequestDetail>(model, `requests/${encodeURIComponent(right)}`);
  const problem = a.problem ?? b.problem;
  return (
    <div class="panel">
      <div class="head">
        <a class="button" href={hashOf({ panel: 'requests' })}>
          ← Requests
        </a>
        <h1>
          Request {left} and request {right}
        </h1>
      </div>
      {problem !== undefined && <p class="problem">{problem}</p>}
      {a.value && b.value && <Comparison left={a.value} right={b.value} />}
    </div>
  );
}

function Comparison({ left, right }: { readonly left: RequestDetail; readonly right: RequestDetail }) {
  const parts = [
    ['Request', lineOf(left), lineOf(right)],
    ['Request headers', headersOf(left.request, left.marks), headersOf(right.request, right.marks)],
    ['Request body', left.request?.body ?? '', right.request?.body ?? ''],
    ['Response', statusOf(left), statusOf(right)],
    ['Response headers', headersOf(left.response), headersOf(right.response)],
    ['Response body', left.response?.body ?? '', right.response?.body ?? ''],
  ] as const;
  return (
    <>
      {parts.map(([title, a, b]) => (
        <Difference key={title} title={title} a={a} b={b} />
      ))}
    </>
  );
}

function Difference({ title, a, b }: { readonly title: string; readonly a: string; readonly b: string }) {
  if (a === '' && b === '') return null;
  const pairs = lineDiff(a, b);
  const differing = pairs.filter(({ isSame }) => !isSame).length;
  return (
    <section>
      <h2>
        {title} <span class="quiet">{differing === 0 ? 'no difference' : counted(differing, 'different line')}</span>
      </h2>
      <table class="compare">
        <colgroup>
          <col class="mark" />
          <col />
          <col />
        </colgroup>
        <thead class="hidden">
          <tr>
            <th scope="col">Difference</th>
            <th scope="col">Left</th>
            <th scope="col">Right</th>
          </tr>
        </thead>
        <tbody>
          {pairs.map(({ left, right, isSame }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change their order.
            <tr key={index} class={isSame ? '' : 'differs'}>
              <td>{isSame ? '' : '≠'}</td>
              <td>{left}</td>
              <td>{right}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const lineOf = ({ row, url }: RequestDetail) => `${titleOf(row)}\n${row.method} ${url}`;
const statusOf = ({ row }: RequestDetail) => `status ${row.status ?? row.fault}`;
/** A masked value has its mark, because two of them can differ. */
const headersOf = (message: ShownMessage | null, marks: RequestDetail['marks'] = {}) =>
  (message?.headers ?? [])
    .map(([name, value]) => `${name}: ${value}${Object.hasOwn(marks, name) ? ` (mark ${marks[name]})` : ''}`)
    .sort()
    .join('\n');
