import { html, type Markup, prose } from '../../show/index.js';
import type { FirstRequests, PageSource, RequestRow } from '../contract.js';
import { hashOf, panelsOf, titleOf as titleOfPanel } from '../page/model/route.js';
import { counted } from '../page/parts/format.js';
import { type Part, rowParts } from '../page/requests/row-parts.js';
import { missedText, noRequests } from '../page/requests/row-text.js';

const CURRENT = html` aria-current="page"`;

export interface FirstView {
  readonly source: PageSource;
  readonly requests: FirstRequests;
}

/** The frame of the page, and the latest requests if the server may show them. The script draws the same again. */
export function firstView(view: FirstView | undefined): Markup {
  const panels = panelsOf(view?.source);
  return html`
    <div class="frame first">
      <header class="side">
        <p class="brand"><strong>Patchbay</strong> inspector</p>
        ${view && project(view.source)}
        <nav aria-label="Panels">
          ${panels.map((name) => html`<a href="${hashOf({ panel: name })}"${name === 'requests' && CURRENT}>${titleOfPanel(name)}</a>`)}
        </nav>
        <div class="side-end">
          <p class="connection">Connecting</p>
          <button type="button" class="plain">Keys <kbd>?</kbd></button>
        </div>
      </header>
      <main>${view && requestsPanel(view)}</main>
    </div>`;
}

function project({ kind, name, project: shown, projects }: PageSource): Markup | undefined {
  if (projects.length < 2) return kind === 'sandbox' ? undefined : html`<p class="source">${name}</p>`;
  const current = projects.find((one) => one.project === shown)?.name;
  return html`<label class="source">Project<select><option>${current}</option></select></label>`;
}

function requestsPanel({ source, requests: { count, missed, rows } }: FirstView): Markup {
  return html`
    <div class="panel split">
      <h1 class="hidden">Requests</h1>
      <section class="master">
        <div class="head"><p class="title">Requests</p><span class="quiet">${counted(count, 'request')}</span></div>
        <search class="filters">
          <input type="search" aria-label="Filter by text" placeholder="Filter  /">
          <select aria-label="Operation"><option>All operations</option></select>
          <select aria-label="Status"><option>All statuses</option></select>
        </search>
        ${missed > 0 && html`<p class="notice">${missedText(missed)}</p>`}
        ${rows.length > 0 ? html`<div class="list"><ol>${rows.map(item)}</ol></div>` : empty(source)}
      </section>
      <section class="detail">
        <p class="hint">Choose a request to see its headers, bodies and explanation.</p>
      </section>
    </div>`;
}

const item = (row: RequestRow): Markup => html`<li>${markup(rowParts(row))}</li>`;

const markup = ({ content, href, class: name }: Part): Markup => {
  const inner = content.map((one) => (typeof one === 'string' ? html`${one}` : markup(one)));
  if (href !== undefined) return html`<a class="${name ?? ''}" href="${href}">${inner}</a>`;
  return name === undefined ? html`<span>${inner}</span>` : html`<span class="${name}">${inner}</span>`;
};

function empty(source: PageSource): Markup {
  const { title, text, command } = noRequests(source);
  return html`
    <div class="empty">
      <h2>${title}</h2>
      ${text !== undefined && html`<p>${prose(text)}</p>`}
      ${command !== undefined && html`<div class="code"><pre>${command}</pre><button type="button" class="small">Copy</button></div>`}
    </div>`;
}
