import type { ServedResponse } from '../../http/index.js';
import { type FirstView, firstView } from './first-view.js';
import { builtFile, pageResponse, policyFor } from './page-response.js';

interface Parts {
  readonly title: string;
  readonly body: string;
  readonly script?: string;
}

/** The styles and the script are in the document, so the browser draws it without another response. */
function documentResponse(
  status: number,
  { title, body, script }: Parts,
  headers: Readonly<Record<string, string>> = {},
): ServedResponse {
  const styles = builtFile('page.css');
  return pageResponse(
    status,
    'text/html; charset=utf-8',
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${styles}</style>${script === undefined ? '' : `<script>${script}</script>`}
</head>
<body>${body}</body>
</html>
`,
    { 'content-security-policy': policyFor({ styles, script }), ...headers },
  );
}

/**
 * Draws no requests if the address names another view. Loads the program after the first frame is on the screen, because
 * it would delay the frame. A hidden tab has no frames.
 */
const START = `if(!/^(#(\\/(requests)?)?)?$/.test(location.hash))document.documentElement.className='other-view';
addEventListener('DOMContentLoaded',()=>{const load=()=>import('/_patchbay/page.js');document.hidden?load():new PerformanceObserver(load).observe({type:'paint',buffered:true})})`;

/** The document of the page, with its first view. */
export const pageDocument = (view?: FirstView): ServedResponse =>
  documentResponse(200, {
    ...{ title: 'Patchbay inspector', script: START },
    body: `<noscript>The inspector needs JavaScript.</noscript><div id="page">${firstView(view).source}</div>`,
  });

/** What a browser without a session gets. */
const accessDocument = (status: number, content: string, headers: Readonly<Record<string, string>> = {}) =>
  documentResponse(
    status,
    {
      title: 'Sign in · Patchbay inspector',
      body: `<main class="sign-in">
<h1>Patchbay inspector</h1>
${content}
</main>`,
    },
    headers,
  );

/** `problem` is one of our own sentences. */
const problemLine = (problem: string) => (problem === '' ? '' : `<p class="problem" role="alert">${problem}</p>`);

/** A form for the token. It has no address of its own, so that the browser returns to the project and the view. */
export const signInDocument = (
  status: number,
  problem = '',
  headers: Readonly<Record<string, string>> = {},
): ServedResponse =>
  accessDocument(
    status,
    `<p>The terminal in which you ran <code>patchbay sandbox</code> shows an address that opens this page once. After that, enter the token from the same terminal.</p>
<form method="post">
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
