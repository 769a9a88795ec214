import type { PathStep, SheetPart } from '../../../util/index.js';
import type { Model } from '../model/model.js';
import { Code } from './code.js';

/** A text of the program, such as an explanation, in the words of the prompt and the notebook. */
export function Sheet({ model, parts }: { readonly model: Model; readonly parts: readonly SheetPart[] }) {
  return (
    <div class="sheet">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order.
        <Part key={index} model={model} part={part} />
      ))}
    </div>
  );
}

function Part({ model, part }: { readonly model: Model; readonly part: SheetPart }) {
  if (typeof part === 'string') return <p>{part}</p>;
  if ('title' in part) return <h3>{part.title}</h3>;
  if ('lines' in part)
    return part.of === undefined || part.of === 'words' ? (
      <ul>
        {part.lines.map((line) => (
          <li key={line}>{line.replace(/^- /, '')}</li>
        ))}
      </ul>
    ) : (
      <Code model={model} text={part.lines.join('\n')} />
    );
  if ('path' in part) return <Path steps={part.path} />;
  if ('moments' in part) return null; // The page draws calls itself.
  return (
    <dl class="pairs">
      {part.pairs.map(([term, text], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a term can repeat, and the pairs never change their order.
        <div key={index}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Path({ steps }: { readonly steps: readonly PathStep[] }) {
  return (
    <ol class="path">
      {steps.map(({ title, text, by, broken }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps never change their order.
        <li key={index} class={broken ? 'broken' : ''}>
          {by !== undefined && <span class="by">{by}</span>}
          <strong>{title}</strong>
          {text !== undefined && <span>{text}</span>}
        </li>
      ))}
    </ol>
  );
}
