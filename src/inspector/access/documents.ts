import type { ServedResponse } from '../../http/index.js';
import { FIRST_REQUESTS, type FirstRequests } from '../contract.js';
import { PANELS, titleOf } from '../page/model/route.js';
import { pageResponse } from './page-response.js';

const head = (title: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/_patchbay/page.css">`;

/** The frame of the page, which is on the screen before the script runs. The script draws everything again. */
const FRAME = `<div class="frame">
<header class="side"><p class="brand"><strong>Patchbay</strong> inspector</p>
<nav aria-label="Panels">${PANELS.map((name) => `<a href="#/${name}">${titleOf(name)}</a>`).join('\n')}</nav></header>
<main><p class="hint">Loading…</p></main>
</div>`;

/** JSON is no markup: a browser evaluates no script of this type. */
const dataBlock = (first: FirstRequests | undefined): string =>
  first === undefined
    ? ''
    : `<script type="application/json" id="${FIRST_REQUESTS}">${JSON.stringify(first).replaceAll('<', '\\u003c')}</script>`;

/** The document of the page, with the requests so far. */
export const pageDocument = (first?: FirstRequests): ServedResponse =>
  pageResponse(
    200,
    'text/html; charset=utf-8',
    `${head('Patchbay inspector')}
<script type="module" src="/_patchbay/page.js"></script>
</head>
<body><div id="page">${FRAME}</div><noscript>The inspector needs JavaScript.</noscript>${dataBlock(first)}</body>
</html>
`,
  );

/** What a browser without a session gets. */
const accessDocument = (status: number, content: string, headers: Readonly<Record<string, string>> = {}) =>
  pageResponse(
    status,
    'text/html; charset=utf-8',
    `${head('Sign in · Patchbay inspector')}
</head>
<body>
<main class="sign-in">
<h1>Patchbay inspector</h1>
${content}
</main>
</body>
</html>
`,
    headers,
  );

/** `problem` is one of our own sentences. */
const problemLine = (problem: string) => (problem === '' ? '' : `<p class="problem" role="alert">${problem}</p>`);

/** A form for the token. */
export const signInDocument = (
  status: number,
  problem = '',
  headers: Readonly<Record<string, string>> = {},
): ServedResponse =>
  accessDocument(
    status,
    `<p>The terminal in which you ran <code>patchbay sandbox</code> shows an address that opens this page once. After that, enter the token from the same terminal.</p>
<form method="post" action="/_patchbay/">
<label for="token">Token (PLATFORM_API_TOKEN)</label>
<input id="token" name="token" type="password" autocomplete="off" required autofocus>
${problemLine(problem)}
<button type="submit">Open the inspector</button>
</form>`,
    // With no-referrer, a browser would not name the origin of the form, and the server refuses such requests.
    { 'referrer-policy': 'same-origin', ...headers },
  );

/** Where no token opens the page. */
export const newAddressDocument = (status: number, problem = ''): ServedResponse =>
  accessDocument(
    status,
    `${problemLine(problem)}
<p>In a session, type <code>.inspect</code> for an address that opens this page. For a recording, run <code>patchbay inspect</code> again.</p>`,
  );
